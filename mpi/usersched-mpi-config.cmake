# find_package(usersched-mpi): the target usersched::mpi, the library that says
# when the ranks of an MPI program should be balanced, and what moves then.
include(CMakeFindDependencyMacro)
find_dependency(MPI COMPONENTS C)
include("${CMAKE_CURRENT_LIST_DIR}/usersched-mpi-targets.cmake")
