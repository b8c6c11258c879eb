// SPDX-License-Identifier: Apache-2.0
package org.sinter.example;

import android.app.Activity;
import android.os.Bundle;
import android.widget.TextView;

import java.io.IOException;
import java.util.Locale;

/** Runs the network on zeros, and says how long it takes. */
public final class MainActivity extends Activity {
    private static final int ROUNDS = 20;

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        TextView text = new TextView(this);
        setContentView(text);
        text.setText("running ...");
        new Thread(() -> {
            String said = measured();
            runOnUiThread(() -> text.setText(said));
        }).start();
    }

    private String measured() {
        int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
        try (Network network = new Network(getAssets(), threads)) {
            float[] input = new float[Network.inputSize()];
            float[] output = network.run(input);
            double best = Double.MAX_VALUE;
            for (int i = 0; i < ROUNDS; i++) {
                long begun = System.nanoTime();
                output = network.run(input);
                best = Math.min(best, (System.nanoTime() - begun) / 1e6);
            }
            return String.format(Locale.ROOT, "%.2f ms with %d threads; the first of %d numbers: %g",
                    best, threads, output.length, output[0]);
        } catch (IOException | RuntimeException e) {
            return e.toString();
        }
    }
}
