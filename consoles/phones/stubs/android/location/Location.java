package android.location;

public class Location {
    public native double getLatitude();
    public native double getLongitude();
    public native boolean hasAccuracy();
    public native float getAccuracy();
    public native boolean hasSpeed();
    public native float getSpeed();
    public native boolean hasBearing();
    public native float getBearing();
    public native long getElapsedRealtimeNanos();
}
