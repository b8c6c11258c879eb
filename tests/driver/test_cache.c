/* SPDX-License-Identifier: Apache-2.0
 *
 * The cache: what is found again, what is not trusted, and what happens without a compiler or with
 * one that fails. */
#include "driver/driver_unit.h"

#include <sys/stat.h>

#include "base/sha256.h"
#include "driver/cache.h"

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)
#define ABI        TEXT(SINTER_MODULE_ABI)

static sn_driver_options options(void)
{
    return (sn_driver_options){.gcc_flags = "-O0",
                               .clang_flags = "-O0",
                               .defines = "",
                               .cache = sn_arena_printf(arena, "%s/cache", folder)};
}

static sn_source_set toy_sources(void)
{
    static const char code[] = "#include \"module.h\"\nint answer(void); int answer(void) { return "
                               "42; }\nconst struct sinter_module toy_module = {.abi = " ABI "};\n";
    static const char head[] = "struct sinter_module { int abi; };\n", broken[] = "this is not C\n";
    static sn_source files[] = {
        {.path = "toy.c", .data = code, .bytes = sizeof code - 1},
        {.path = "module.h", .data = head, .bytes = sizeof head - 1},
        {.path = "main.c", .data = broken, .bytes = sizeof broken - 1, .apart = true},
        {.path = "toy.weights", .data = "w", .bytes = 1}};
    return (sn_source_set){files, 4};
}

static sn_built build(const sn_source_set *set)
{
    sn_driver_options o = options();
    sn_built built;
    assert_ok(sn_driver_build(arena, set, &o, &built));
    return built;
}

static void assert_refused(sn_status status, const char *part)
{
    sn_source_set set = toy_sources();
    sn_driver_options o = options();
    sn_built built;
    assert_int_equal(sn_driver_build(arena, &set, &o, &built), status);
    if (!strstr(sn_ctx_error(ctx), part))
        fail_msg("'%s' does not say '%s'", sn_ctx_error(ctx), part);
}

static void found_again(void **state)
{
    (void)state;
    sn_source_set set = toy_sources();
    sn_built first = build(&set);
    assert_false(first.cached);
    assert_non_null(strstr(first.path, "/cache/"));
    sn_built second = build(&set);
    assert_true(second.cached);
    assert_string_equal(first.path, second.path);
    sn_library *library = NULL;
    assert_ok(sn_library_open(ctx, second.path, "toy", &library));
    assert_int_equal(sn_library_module(library)->abi, SINTER_MODULE_ABI);
    sn_library_close(ctx, library);
    struct stat st;
    assert_int_equal(stat(at("cache"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    /* What is not compiled is no part of the key; what is, is. */
    set.files[3].data = "v";
    assert_true(build(&set).cached);
    sn_source other[4];
    memcpy(other, set.files, sizeof other);
    other[1] = (sn_source){
        .path = "module.h", .data = "struct sinter_module { int abi; };\n\n", .bytes = 36};
    assert_false(build(&(sn_source_set){other, 4}).cached);
    sn_driver_options o = options();
    o.defines = "-DX";
    sn_built built;
    assert_ok(sn_driver_build(arena, &set, &o, &built));
    assert_false(built.cached);
}

/* Each source with its flags, which are part of the key. */
static void flags_of_files(void **state)
{
    (void)state;
    static const char other[] = "#if OWN != 7 || defined(__OPTIMIZE__)\n#error flags\n#endif\n"
                                "extern int own;\nint own = OWN;\n";
    sn_source_set toy = toy_sources();
    sn_source files[] = {toy.files[0],
                         toy.files[1],
                         {.path = "other.c",
                          .data = other,
                          .bytes = sizeof other - 1,
                          .gcc_flags = "-DOWN=7",
                          .clang_flags = "-DOWN=7"}};
    sn_source_set set = {files, 3};
    sn_driver_options o = options();
    sn_built built;
    o.gcc_flags = o.clang_flags = "-O1";
    assert_ok(sn_driver_build(arena, &set, &o, &built));
    assert_ok(sn_driver_build(arena, &set, &o, &built));
    assert_true(built.cached);
    files[2].gcc_flags = files[2].clang_flags = "-DOWN=7 -g";
    assert_ok(sn_driver_build(arena, &set, &o, &built));
    assert_false(built.cached);
    files[2].gcc_flags = files[2].clang_flags = "-DOWN=8";
    assert_int_equal(sn_driver_build(arena, &set, &o, &built), SN_E_INTERNAL);
}

static void tampered(void **state)
{
    (void)state;
    sn_source_set set = toy_sources();
    const char *path = build(&set).path;
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    for (int what = 0; what < 4; what++) {
        FILE *f = fopen(path, "r+b");
        assert_non_null(f);
        if (what == 0) { /* one byte within */
            fseek(f, 1000, SEEK_SET);
            int c = fgetc(f);
            fseek(f, 1000, SEEK_SET);
            fputc(c ^ 1, f);
        } else if (what == 1) { /* cut off */
            assert_int_equal(ftruncate(fileno(f), st.st_size / 2), 0);
        } else if (what == 2) { /* longer */
            fseek(f, 0, SEEK_END);
            fputc(0, f);
        } else {
            assert_int_equal(ftruncate(fileno(f), 0), 0);
        }
        fclose(f);
        assert_false(build(&set).cached);
        assert_true(build(&set).cached);
    }
    assert_int_equal(chmod(path, 0666), 0); /* anybody could have written it */
    assert_false(build(&set).cached);
    const char *moved = sn_arena_printf(arena, "%s.real", path);
    assert_int_equal(rename(path, moved), 0);
    assert_int_equal(symlink(moved, path), 0);
    assert_false(build(&set).cached);
}

static void not_private(void **state)
{
    (void)state;
    sn_source_set set = toy_sources();
    build(&set);
    const int modes[] = {0777, 0755, 0770, 0701};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(chmod(at("cache"), (mode_t)modes[i]), 0);
        assert_refused(SN_E_IO, "is open to others");
    }
    assert_int_equal(chmod(at("cache"), 0700), 0);
    assert_true(build(&set).cached);
    assert_int_equal(rename(at("cache"), at("elsewhere")), 0);
    assert_int_equal(symlink(at("elsewhere"), at("cache")), 0);
    assert_refused(SN_E_IO, "is not a folder");
    unlink(at("cache"));
    put_file("cache", "a file");
    assert_refused(SN_E_IO, "is not a folder");
}

/* Where it is by itself. */
static void places(void **state)
{
    (void)state;
    const char *found = NULL;
    setenv("XDG_CACHE_HOME", at("xdg"), 1);
    assert_ok(sn_cache_open(arena, NULL, &found));
    assert_string_equal(found, at("xdg/sinter"));
    setenv("XDG_CACHE_HOME", "relative", 1); /* as if it were not set */
    setenv("HOME", at("home"), 1);
    assert_ok(sn_cache_open(arena, NULL, &found));
    assert_string_equal(found, at("home/.cache/sinter"));
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_int_equal(sn_cache_open(arena, NULL, &found), SN_E_IO);
}

static void no_compiler(void **state)
{
    (void)state;
    const char *path = sn_arena_strdup(arena, getenv("PATH"));
    unsetenv("CC");
    setenv("PATH", "", 1);
    assert_refused(SN_E_UNSUPPORTED, "sn_model_run_interpreted");
    setenv("PATH", ".:relative/bin", 1); /* whatever lies there is not run */
    assert_refused(SN_E_UNSUPPORTED, "no C compiler was found");
    setenv("PATH", path, 1);
    setenv("CC", "no-such-compiler-here -m64", 1);
    assert_refused(SN_E_UNSUPPORTED, "no-such-compiler-here");
    unsetenv("CC");
    sn_source_set set = toy_sources();
    assert_false(build(&set).cached);
    assert_int_equal(count_files("build-", NULL), 0);
}

/* A compiler that is a script: its words arrive as they are, and nothing of them reaches a shell of
 * ours. */
static void words_of_cc(void **state)
{
    (void)state;
    unsetenv("CC");
    put_file("mycc", "#!/bin/sh\n[ \"$1\" = '-DA;touch' ] || exit 9\nexec cc \"$@\"\n");
    assert_int_equal(chmod(at("mycc"), 0700), 0);
    setenv("CC", sn_arena_printf(arena, "  %s   -DA;touch -DB=$(touch) ", at("mycc")), 1);
    sn_source_set set = toy_sources();
    assert_false(build(&set).cached);
    unsetenv("CC");
}

static void compiler_fails(void **state)
{
    (void)state;
    unsetenv("CC");
    sn_source_set set = toy_sources();
    sn_source files[2] = {
        {.path = "toy.c", .data = "int x = 1;\nint y = undeclared;\n", .bytes = 32}, set.files[1]};
    sn_driver_options o = options();
    sn_built built;
    assert_int_equal(sn_driver_build(arena, &(sn_source_set){files, 2}, &o, &built), SN_E_INTERNAL);
    const char *text = sn_arena_strdup(arena, sn_ctx_error(ctx));
    assert_non_null(strstr(text, "toy.c:2:"));
    assert_non_null(strstr(text, "undeclared"));
    const char *kept = strstr(text, "the sources are in ");
    assert_non_null(kept);
    assert_true(
        sn_file_exists(sn_arena_printf(arena, "%s/toy.c", kept + strlen("the sources are in "))));
    put_file("slow", "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\nsleep 30\n");
    assert_int_equal(chmod(at("slow"), 0700), 0);
    setenv("CC", at("slow"), 1);
    o.seconds = 1;
    time_t start = time(NULL);
    assert_int_equal(sn_driver_build(arena, &set, &o, &built), SN_E_UNSUPPORTED);
    assert_non_null(strstr(sn_ctx_error(ctx), "took too long"));
    assert_true(time(NULL) - start < 10);
    unsetenv("CC");
}

static void pruned(void **state)
{
    (void)state;
    unsetenv("CC");
    sn_source_set set = toy_sources();
    sn_source files[4];
    memcpy(files, set.files, sizeof files);
    const char *paths[3];
    for (int i = 0; i < 3; i++) {
        files[1].data = sn_arena_printf(arena, "struct sinter_module { int abi; };\n/* %d */", i);
        files[1].bytes = strlen(files[1].data);
        paths[i] = build(&(sn_source_set){files, 4}).path;
        struct stat st;
        assert_int_equal(stat(paths[i], &st), 0);
        const struct timespec past[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
        assert_int_equal(utimensat(AT_FDCWD, paths[i], past, 0), 0);
        if (i == 2) sn_cache_prune(arena, at("cache"), (uint64_t)st.st_size * 2 + 100);
    }
    assert_false(sn_file_exists(paths[0]));
    assert_true(sn_file_exists(paths[1]) && sn_file_exists(paths[2]));
}

static void sha256(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "abc",
                                        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
    static const char *const want[] = {
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"};
    for (int i = 0; i < 3; i++) {
        sn_sha256 h;
        unsigned char digest[32];
        char text[65];
        sn_sha256_init(&h);
        for (const char *c = texts[i]; *c; c++) sn_sha256_add(&h, c, 1);
        sn_sha256_end(&h, digest);
        for (int k = 0; k < 32; k++) snprintf(text + 2 * k, 3, "%02x", digest[k]);
        assert_string_equal(text, want[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sha256, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(found_again, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(flags_of_files, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(tampered, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(not_private, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(no_compiler, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(words_of_cc, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(compiler_fails, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(pruned, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(places, driver_setup, driver_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
