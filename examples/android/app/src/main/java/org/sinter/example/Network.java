// SPDX-License-Identifier: Apache-2.0
package org.sinter.example;

import java.io.IOException;
import java.util.Objects;

/**
 * A network that sinter compiled, with its weights in an asset. One thread at a time uses one; each
 * has a workspace of its own, so that several can run side by side.
 */
public final class Network implements AutoCloseable {
    static {
        System.loadLibrary("network");
    }

    private long handle;

    /**
     * @param assets an android.content.res.AssetManager
     * @param threads that a run takes, 1 to 256
     */
    public Network(Object assets, int threads) throws IOException {
        handle = open(assets, threads);
    }

    /** The result for the input: channels, then rows, then columns. */
    public float[] run(float[] input) {
        Objects.requireNonNull(input, "input");
        if (handle == 0) throw new IllegalStateException("the network is closed");
        float[] output = new float[outputSize()];
        run(handle, input, output);
        return output;
    }

    @Override
    public void close() {
        close(handle);
        handle = 0;
    }

    /** Numbers that go in, and that come out. */
    public static native int inputSize();

    public static native int outputSize();

    private static native long open(Object assets, int threads) throws IOException;

    private static native void run(long handle, float[] input, float[] output);

    private static native void close(long handle);
}
