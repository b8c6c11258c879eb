// SPDX-License-Identifier: Apache-2.0

import org.sinter.example.Network;

import java.io.FileNotFoundException;

/** The Java side of the Android example in a JVM, with the folder of its assets as their manager. */
public final class Run {
    private static void expect(boolean holds, String what) {
        if (holds) return;
        System.out.println("not so: " + what);
        System.exit(1);
    }

    private static <T extends Throwable> void refuses(Class<T> kind, Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            expect(kind.isInstance(e), kind + " was expected, not " + e);
            return;
        }
        expect(false, kind + " was expected");
    }

    public static void main(String[] args) throws Exception {
        float[] input = new float[Network.inputSize()];
        for (int i = 0; i < input.length; i++) input[i] = i % 7 - 3;
        try (Network network = new Network(args[0], 2)) {
            float[] first = network.run(input), again = network.run(input);
            expect(first.length == Network.outputSize(), "a result of outputSize()");
            for (int i = 0; i < first.length; i++) {
                expect(first[i] == again[i], "the same result again");
                System.out.println(first[i]);
            }
            refuses(IllegalArgumentException.class, () -> network.run(new float[1]));
            refuses(NullPointerException.class, () -> network.run(null));
            network.close();
            refuses(IllegalStateException.class, () -> network.run(input));
        }
        refuses(IllegalArgumentException.class, () -> {
            try (Network network = new Network(args[0], 0)) {
                expect(false, "0 threads are refused");
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        });
        try (Network network = new Network(args[0] + "/none", 1)) {
            expect(false, "a missing asset is refused");
        } catch (FileNotFoundException e) {
            expect(e.getMessage().contains(".weights"), "the name of the asset in " + e);
        }
    }
}
