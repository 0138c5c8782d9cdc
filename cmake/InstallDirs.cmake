# Where things are installed, below the prefix.

# Debian's linker, pkg-config and CMake look into lib/x86_64-linux-gnu below
# /usr and /usr/local; CMake by itself would use it for /usr alone, and one
# build tree could not make both an installation and the packages.
if(PROJECT_IS_TOP_LEVEL AND EXISTS /etc/debian_version AND
   CMAKE_LIBRARY_ARCHITECTURE)
  # No PATH: that would make an absolute one of -DCMAKE_INSTALL_LIBDIR=lib64.
  set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE} CACHE STRING
      "Libraries, below the prefix")
endif()
include(GNUInstallDirs)
set(USERSCHED_PLUGIN_DIR ${CMAKE_INSTALL_LIBDIR}/usersched)
