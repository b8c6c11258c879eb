/* SPDX-License-Identifier: Apache-2.0
 *
 * Pages of mapped files do not stay with the process, and what was written is kept. */
#include "folder.h"

#include "base/file.h"
#include "ir/tensor.h"

#include <time.h>

enum { LARGE = 192 << 20, PAGE = 4096, PATIENCE_MS = 120000 };

/* Bytes of files that are with this process. */
static size_t with_process(void)
{
    unsigned long long all, resident, files;
    FILE *f = fopen("/proc/self/statm", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%llu %llu %llu", &all, &resident, &files), 3);
    fclose(f);
    return (size_t)files * (size_t)sysconf(_SC_PAGESIZE);
}

/* Whether they become that few, in time. */
static bool become_fewer_than(size_t most)
{
    const struct timespec little = {.tv_nsec = 1000000};
    for (int ms = 0; ms < PATIENCE_MS; ms++) {
        if (with_process() < most) return true;
        nanosleep(&little, NULL);
    }
    return false;
}

static unsigned char wanted(size_t page) { return (unsigned char)(page * 131 % 251 + 1); }

static size_t n_wrong(const unsigned char *data)
{
    size_t n = 0;
    for (size_t i = 0; i < LARGE / PAGE; i++) n += data[i * PAGE] != wanted(i);
    return n;
}

static void what_is_read_does_not_stay(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    const int fd = open(at("large"), O_RDWR | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, LARGE), 0);
    for (size_t i = 0; i < LARGE / PAGE; i++)
        assert_int_equal(pwrite(fd, &(unsigned char){wanted(i)}, 1, (off_t)(i * PAGE)), 1);
    close(fd);
    sn_mapping *m = NULL;
    assert_int_equal(sn_file_map(ctx, at("large"), &m), SN_OK);
    for (int time = 0; time < 2; time++) {
        assert_int_equal(n_wrong(m->data), 0);
        assert_true(become_fewer_than(LARGE / 2));
    }
    sn_unmap_file(ctx, m);
    sn_ctx_destroy(ctx);
    unlink(at("large"));
}

static void what_is_written_is_kept(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    unsigned char *data = NULL;
    setenv("TMPDIR", folder, 1);
    sn_mapping *m = sn_file_scratch(ctx, LARGE, &data);
    if (!m) skip(); /* the file system has no files without a name */
    assert_true(data[0] == 0 && data[LARGE - 1] == 0);
    for (size_t i = 0; i < LARGE / PAGE; i++) data[i * PAGE] = wanted(i);
    assert_true(become_fewer_than(LARGE / 2));
    assert_int_equal(n_wrong(data), 0);
    sn_unmap_file(ctx, m);
    unsetenv("TMPDIR");
    sn_ctx_destroy(ctx);
}

/* Of three tensors of 96 MB, how many bytes are the allocator's, beside a file of `mapped` bytes.
 */
static size_t allocated(const char *tmp, size_t mapped)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_mapping *m = NULL;
    const int fd = open(at("sparse"), O_RDWR | O_CREAT, 0600);
    assert_true(fd >= 0 && ftruncate(fd, (off_t)mapped) == 0);
    close(fd);
    assert_int_equal(sn_file_map(ctx, at("sparse"), &m), SN_OK);
    sn_tensor *t[3];
    const sn_shape shape = SN_SHAPE(96, 1024, 256);
    setenv("TMPDIR", tmp, 1);
    for (int i = 0; i < 3; i++) {
        void *data;
        assert_int_equal(sn_tensor_create(ctx, SN_TYPE_f32, &shape, &t[i], &data), SN_OK);
        ((float *)data)[sn_tensor_count(t[i]) - 1] = (float)i;
    }
    const size_t bytes = sn_ctx_live_bytes(ctx);
    for (int i = 0; i < 3; i++) {
        assert_true(sn_tensor_f32(t[i])[sn_tensor_count(t[i]) - 1] == (float)i);
        assert_false(sn_buf_is_of_file(t[i]->buf));
        sn_tensor_release(t[i]);
    }
    unsetenv("TMPDIR");
    sn_unmap_file(ctx, m);
    unlink(at("sparse"));
    sn_ctx_destroy(ctx);
    return bytes;
}

static void large_tensors_are_scratch_files_where_there_is_room(void **state)
{
    (void)state;
    unsigned char *data = NULL;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    setenv("TMPDIR", folder, 1);
    sn_mapping *m = sn_file_scratch(ctx, PAGE, &data);
    const bool has_files = m != NULL;
    sn_unmap_file(ctx, m);
    sn_ctx_destroy(ctx);
    const size_t little = 1 << 20, much = (size_t)2 << 30, all = (size_t)280 << 20;
    assert_true(allocated(at("none"), much) > all);
    assert_true(allocated(folder, little) > all);
    if (has_files) assert_true(allocated(folder, much) < (size_t)100 << 20);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_read_does_not_stay),
        TEST(what_is_written_is_kept),
        TEST(large_tensors_are_scratch_files_where_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
