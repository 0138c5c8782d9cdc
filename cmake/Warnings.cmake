# usersched_warnings(TARGET): the warnings that our own code must be free of.
# -DUSERSCHED_WERROR=ON (script/test, CI) makes them errors.
option(USERSCHED_WERROR "Treat warnings in usersched's own code as errors" OFF)

function(usersched_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic)
  if(USERSCHED_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
