int loop(void);
int main(void) { return loop(); }
