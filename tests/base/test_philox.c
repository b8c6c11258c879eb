/* SPDX-License-Identifier: Apache-2.0
 *
 * Philox 4x32-10 against the known answers that come with Random123. */
#include "unit.h"

#include "base/philox.h"

static void known_answers(void **state)
{
    static const struct {
        uint32_t key[2], counter[4], random[4];
    } cases[] = {
        {{0, 0}, {0, 0, 0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0xa4093822, 0x299f31d0},
         {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t v[4];
        for (int k = 0; k < 4; k++) v[k] = cases[i].counter[k];
        sn_philox(cases[i].key, v);
        for (int k = 0; k < 4; k++) assert_int_equal(v[k], cases[i].random[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
