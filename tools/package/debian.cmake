# SPDX-License-Identifier: Apache-2.0
#
# Debian packages by CPack (`make deb`): sinter, libsinter<ABI>, libsinter-dev, a component each.
find_program(GZIP gzip REQUIRED)
find_package(Git QUIET)

# Who builds a package maintains it: DEBFULLNAME and DEBEMAIL, as Debian's tools have it, else who
# made the last commit. It is of that time, too, unless SOURCE_DATE_EPOCH says another one.
set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
set(date)
if(Git_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} log -1 "--format=%cn <%ce>;%cD"
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE commit ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(LENGTH commit n)
  if(n EQUAL 2)
    list(GET commit 1 date)
    list(GET commit 0 committer)
    if(NOT DEFINED ENV{DEBEMAIL})
      set(maintainer "${committer}")
    endif()
  endif()
endif()
if(DEFINED ENV{SOURCE_DATE_EPOCH} OR NOT date)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()
if(NOT maintainer MATCHES "^[^<>]+ <[^<>@ ]+@[^<>@ ]+>$")
  message(FATAL_ERROR "A package has a maintainer: set DEBFULLNAME and DEBEMAIL")
endif()
string(REGEX MATCH "[0-9][0-9][0-9][0-9]" sinter_years "${date}")

# ---- pages of each package --------------------------------------------------------------------
set(package_tool sinter)
set(package_library libsinter${sinter_abi})
set(package_development libsinter-dev)
set(folder ${PROJECT_BINARY_DIR}/debian)
configure_file(${CMAKE_CURRENT_LIST_DIR}/copyright.in ${folder}/copyright @ONLY)
foreach(component tool library development)
  set(package ${package_${component}})
  file(CONFIGURE OUTPUT ${folder}/${package}/changelog @ONLY CONTENT
"sinter (${PROJECT_VERSION}) unstable; urgency=medium

  * Version ${PROJECT_VERSION}. What changed is in CHANGELOG.md of the package sinter.

 -- ${maintainer}  ${date}
")
  execute_process(COMMAND ${GZIP} -9nf ${folder}/${package}/changelog COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${folder}/${package}/changelog.gz ${folder}/copyright
          DESTINATION share/doc/${package} COMPONENT ${component})
endforeach()
# The linker's cache is made anew where a library comes or goes.
file(WRITE ${folder}/triggers "activate-noawait ldconfig\n")

# ---- packages ---------------------------------------------------------------------------------
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sinter)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL tool library development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME ${package_tool})
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "gcc | c-compiler, libc6-dev | libc-dev")
set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS "cmake, graphviz")
set(CPACK_DEBIAN_TOOL_DESCRIPTION "optimizer and compiler for neural networks
Fuses the operators of a trained network (ONNX or ncnn) into fewer ones
without changing what the network computes, and gives it back as a smaller
model, as a running network, or as plain C that needs a C compiler alone.
Every rewrite is proved from the graph and checked by running it.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${package_library})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${folder}/triggers)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "optimizer and compiler for neural networks - library
Fuses the operators of a trained network (ONNX or ncnn) into fewer ones
without changing what the network computes.

This package has the shared library.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME ${package_development})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${package_library} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "optimizer and compiler for neural networks - headers
Fuses the operators of a trained network (ONNX or ncnn) into fewer ones
without changing what the network computes.

This package has the headers for C and C++, the static library, and what
CMake and pkg-config find these with.")
include(CPack)
