# SPDX-License-Identifier: Apache-2.0
#
# What `cmake --install` puts where, in three components: tool, library, development; its page is
# docs/install.md.
include(CMakePackageConfigHelpers)

# ---- the library ------------------------------------------------------------------------------
install(TARGETS sinter_shared EXPORT sinterTargets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS sinter_static EXPORT sinterTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sinter
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/sinter)
install(EXPORT sinterTargets NAMESPACE sinter:: DESTINATION ${config_folder}
        COMPONENT development)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/sinterConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/sinterConfig.cmake
  INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/sinterConfigVersion.cmake
  COMPATIBILITY ${sinter_compatible})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/sinterConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/sinterConfigVersion.cmake
        DESTINATION ${config_folder} COMPONENT development)

# Places in sinter.pc go from where it lies, so that what is installed may be moved.
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(IS_ABSOLUTE "${pc_folder}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH up /${pc_folder} /)
  string(REGEX REPLACE "/$" "" up ${up})
  set(pc_prefix "\${pcfiledir}/${up}")
endif()
foreach(kind lib include)
  string(TOUPPER CMAKE_INSTALL_${kind}DIR folder)
  set(pc_${kind}dir ${${folder}})
  if(NOT IS_ABSOLUTE "${pc_${kind}dir}")
    set(pc_${kind}dir "\${prefix}/${pc_${kind}dir}")
  endif()
endforeach()
set(pc_private ${CMAKE_THREAD_LIBS_INIT} -lm)
foreach(library IN LISTS CMAKE_DL_LIBS)
  list(APPEND pc_private -l${library})
endforeach()
list(JOIN pc_private " " pc_private)
configure_file(${CMAKE_CURRENT_LIST_DIR}/sinter.pc.in sinter.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/sinter.pc DESTINATION ${pc_folder}
        COMPONENT development)

# ---- the tool ---------------------------------------------------------------------------------
if(NOT SINTER_TOOL)
  return()
endif()
install(TARGETS sinter RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)

# The tool prints manual pages and completion itself, where it can be run.
if(runs_here)
  set(pages ${PROJECT_BINARY_DIR}/pages)
  file(STRINGS ${PROJECT_SOURCE_DIR}/src/cli/commands.def lines REGEX "^COMMAND")
  set(made)
  foreach(line IN LISTS lines ITEMS "the tool")
    string(REGEX MATCH "^COMMAND\\( *([a-z_]+)|^COMMAND_AS\\([^\"]*\"([^\"]+)" ignored "${line}")
    set(command ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
    set(page sinter-${command})
    if(line STREQUAL "the tool")
      set(page sinter)
    elseif(NOT command)
      message(FATAL_ERROR "commands.def: no command is named in '${line}'")
    endif()
    list(APPEND made ${pages}/man/${page}.1)
    add_custom_command(OUTPUT ${pages}/man/${page}.1 DEPENDS sinter
      COMMAND sinter help --man ${command} > ${pages}/man/${page}.1 VERBATIM)
  endforeach()
  foreach(shell "bash;sinter" "zsh;_sinter" "fish;sinter.fish")
    list(GET shell 1 file)
    list(GET shell 0 shell)
    list(APPEND made ${pages}/${shell}/${file})
    add_custom_command(OUTPUT ${pages}/${shell}/${file} DEPENDS sinter
      COMMAND sinter help --completion ${shell} > ${pages}/${shell}/${file} VERBATIM)
    file(MAKE_DIRECTORY ${pages}/${shell})
  endforeach()
  file(MAKE_DIRECTORY ${pages}/man)
  add_custom_target(sinter_pages ALL DEPENDS ${made})
  set(SINTER_PAGES ${pages}/man)

  set(data ${CMAKE_INSTALL_DATADIR})
  set(zsh_folder ${data}/zsh/site-functions)
  set(man_folder ${pages}/man)
  if(SINTER_DEBIAN) # pages are compressed
    set(zsh_folder ${data}/zsh/vendor-completions)
    set(man_folder ${pages}/man.gz)
    add_custom_target(sinter_compressed ALL DEPENDS sinter_pages
      COMMAND ${CMAKE_COMMAND} -E rm -rf ${man_folder}
      COMMAND ${CMAKE_COMMAND} -E copy_directory ${pages}/man ${man_folder}
      COMMAND gzip -9n -r ${man_folder})
  endif()
  install(DIRECTORY ${man_folder}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
  install(FILES ${pages}/bash/sinter DESTINATION ${data}/bash-completion/completions
          COMPONENT tool)
  install(FILES ${pages}/zsh/_sinter DESTINATION ${zsh_folder} COMPONENT tool)
  install(FILES ${pages}/fish/sinter.fish DESTINATION ${data}/fish/vendor_completions.d
          COMPONENT tool)
endif()

# ---- pages ------------------------------------------------------------------------------------
set(texts README.md CHANGELOG.md SECURITY.md LICENSE)
if(SINTER_DEBIAN)
  list(REMOVE_ITEM texts LICENSE) # of which Debian has one copy for all
endif()
list(TRANSFORM texts PREPEND ${PROJECT_SOURCE_DIR}/)
install(FILES ${texts} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tool)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tool)
if(SINTER_DEBIAN)
  include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
endif()
