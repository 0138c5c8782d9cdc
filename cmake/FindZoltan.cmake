# Zoltan::Zoltan: Zoltan alone, wherever it is: Debian's trilinos_zoltan, a
# Zoltan of its own. Its own ZoltanConfig.cmake asks for libraries behind it
# whose development packages need not be there.
find_path(Zoltan_INCLUDE_DIR zoltan.h PATH_SUFFIXES trilinos zoltan)
find_library(Zoltan_LIBRARY NAMES trilinos_zoltan zoltan)
mark_as_advanced(Zoltan_INCLUDE_DIR Zoltan_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Zoltan
  REQUIRED_VARS Zoltan_LIBRARY Zoltan_INCLUDE_DIR)
if(Zoltan_FOUND AND NOT TARGET Zoltan::Zoltan)
  add_library(Zoltan::Zoltan UNKNOWN IMPORTED)
  set_target_properties(Zoltan::Zoltan PROPERTIES
    IMPORTED_LOCATION "${Zoltan_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Zoltan_INCLUDE_DIR}")
endif()
