/* SPDX-License-Identifier: Apache-2.0
 *
 * Names by the hundred, for people: in lines that fit the terminal, with runs of numbered names as
 * their ends. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/remarks.h"

int sn_flow_width(void)
{
    struct winsize w;
    int width = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 ? w.ws_col : 0;
    if (width <= 0) return 80;
    return width < 40 ? 40 : width > 100 ? 100 : width;
}

sn_flow sn_flow_at(int column, int width)
{
    printf("%*s", column, "");
    return (sn_flow){column, width, column, false};
}

void sn_flow_put(sn_flow *f, const char *text)
{
    int n = sn_columns(text);
    if (f->begun && f->at + 1 + n > f->width) {
        printf("\n%*s", f->column, "");
        f->at = f->column;
        f->begun = false;
    }
    if (f->begun) putchar(' ');
    sn_put_safe(stdout, text);
    f->at += n + f->begun;
    f->begun = true;
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* Whether b is a with the next number at one place: "p7_0" and "p8_0", "p09" and "p10". */
static bool follows(const char *a, const char *b, size_t *where)
{
    size_t same = 0;
    while (a[same] && a[same] == b[same]) same++;
    while (same > 0 && a[same - 1] >= '0' && a[same - 1] <= '9') same--;
    size_t n = strspn(a + same, "0123456789"), m = strspn(b + same, "0123456789");
    if (!n || n > 9 || m > 9 || strcmp(a + same + n, b + same + m) != 0) return false;
    unsigned long x = strtoul(a + same, NULL, 10), y = strtoul(b + same, NULL, 10);
    if (y != x + 1) return false;
    bool padded = a[same] == '0' && n > 1;
    if (padded ? n != m : b[same] == '0') return false;
    *where = same;
    return true;
}

static bool item_follows(const sn_item *a, const sn_item *b, size_t *where)
{
    if (a->n != b->n || a->after || b->after) return false;
    for (size_t i = 0; i < a->n; i++) {
        if (!follows(a->names[i], b->names[i], &where[i])) return false;
    }
    return true;
}

/* Items from `from` on that are one run: each name counts up in the same place. */
static size_t run_length(const sn_item *items, size_t from, size_t n)
{
    size_t first[8] = {0}, next[8] = {0}, length = 1;
    while (from + length < n && items[from].n <= 8 &&
           item_follows(&items[from + length - 1], &items[from + length], next)) {
        if (length == 1) memcpy(first, next, sizeof first);
        if (memcmp(first, next, items[from].n * sizeof *first) != 0) break;
        length++;
    }
    return length;
}

static const char *item_text(const sn_item *item)
{
    const char *text = item->n ? item->names[0] : "";
    for (size_t i = 1; i < item->n; i++)
        text = sn_cli_join(sn_cli_join(text, " + "), item->names[i]);
    return item->after ? sn_cli_join(text, item->after) : text;
}

void sn_flow_items(sn_flow *f, const sn_item *items, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t length = run_length(items, i, n);
        if (length < 3) length = 1;
        const char *text = item_text(&items[i]);
        if (length > 1)
            text = sn_cli_join(sn_cli_join(text, " .. "), item_text(&items[i + length - 1]));
        i += length;
        sn_flow_put(f, i < n ? sn_cli_join(text, ",") : text);
    }
}
