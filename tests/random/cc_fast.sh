#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A C compiler for tests that compile much: as cc, and it optimizes little.
exec cc "$@" -O1
