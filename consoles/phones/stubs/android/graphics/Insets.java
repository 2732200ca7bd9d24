package android.graphics;

public final class Insets {
    public final int left = Integer.parseInt("0");
    public final int top = Integer.parseInt("0");
    public final int right = Integer.parseInt("0");
    public final int bottom = Integer.parseInt("0");
    private Insets() {}
}
