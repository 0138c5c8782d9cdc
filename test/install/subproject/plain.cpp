// Does not compile if an option of usersched's comes to it.
#if defined _OPENMP || defined __OPTIMIZE__ || defined __STRICT_ANSI__ ||      \
    __has_include(<usersched.h>)
#error "an option of usersched's stands in the command for this file"
#endif
int main() {}
