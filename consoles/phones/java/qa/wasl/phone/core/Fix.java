package qa.wasl.phone.core;

/** A position as the phone measured it; a speed or heading below 0 was not measured. */
public final class Fix {
    final double latitude;
    final double longitude;
    /** Metres. */
    final double accuracy;
    /** Metres per second. */
    final double speed;
    /** Degrees from north. */
    final double heading;
    /** Milliseconds the phone had been on. */
    final long elapsed;

    public Fix(double latitude, double longitude, double accuracy, double speed, double heading, long elapsed) {
        this.latitude = latitude;
        this.longitude = longitude;
        this.accuracy = accuracy;
        this.speed = speed;
        this.heading = heading;
        this.elapsed = elapsed;
    }

    /** Metres on a flat earth: fixes that are compared are seconds apart. */
    double metresTo(Fix other) {
        double perDegree = 111_195;
        double north = (other.latitude - latitude) * perDegree;
        double east = (other.longitude - longitude) * perDegree * Math.cos(Math.toRadians(latitude));
        return Math.hypot(north, east);
    }
}
