package android.os;

public class Build {
    public static class VERSION {
        // Not a constant, or the compiler would decide what a phone has to decide.
        public static final int SDK_INT = Integer.parseInt("0");
    }
}
