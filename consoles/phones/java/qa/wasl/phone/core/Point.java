package qa.wasl.phone.core;

import java.util.Locale;

/** One position on its way to the service. A speed or heading below 0 was not measured. */
public final class Point {
    private static final double MAX_ACCURACY = 100_000;
    private static final double MAX_SPEED = 150;
    private static final double MAX_HEADING = 360;

    /** Counts up; the service knows a point that it gets twice by it. */
    public final long sequence;
    /** The service's time, in milliseconds since 1970. */
    public final long at;
    public final double latitude;
    public final double longitude;
    public final double accuracy;
    public final double speed;
    public final double heading;

    Point(long sequence, long at, double latitude, double longitude, double accuracy, double speed, double heading) {
        this.sequence = sequence;
        this.at = at;
        this.latitude = latitude;
        this.longitude = longitude;
        this.accuracy = accuracy;
        this.speed = speed;
        this.heading = heading;
    }

    static Point of(long sequence, Fix fix, long at) {
        double accuracy = Math.min(MAX_ACCURACY, Math.max(0, fix.accuracy));
        return new Point(sequence, at, fix.latitude, fix.longitude, accuracy, fix.speed, fix.heading);
    }

    /** As the contract's LocationPoint. */
    String json() {
        StringBuilder json = new StringBuilder();
        json.append("{\"sequence\":").append(sequence);
        json.append(",\"latitude\":").append(decimal(latitude, 6));
        json.append(",\"longitude\":").append(decimal(longitude, 6));
        json.append(",\"accuracy\":").append(decimal(accuracy, 1));
        json.append(",\"recordedAt\":").append(Json.quote(ServiceTime.iso(at)));
        if (speed >= 0 && speed <= MAX_SPEED) json.append(",\"speed\":").append(decimal(speed, 2));
        if (heading >= 0 && heading <= MAX_HEADING) json.append(",\"heading\":").append(decimal(heading, 1));
        return json.append('}').toString();
    }

    /** One line of the queue's files, without its end. */
    String line() {
        String fields = sequence + "," + at + "," + decimal(latitude, 6) + "," + decimal(longitude, 6) + ","
                + decimal(accuracy, 1) + "," + decimal(speed, 2) + "," + decimal(heading, 1);
        return fields + "," + check(fields);
    }

    /** Null for a line that was not written to its end, or was damaged. */
    static Point parse(String line) {
        int last = line.lastIndexOf(',');
        if (last < 0 || !line.substring(last + 1).equals(check(line.substring(0, last)))) return null;
        String[] fields = line.substring(0, last).split(",");
        if (fields.length != 7) return null;
        try {
            return new Point(Long.parseLong(fields[0]), Long.parseLong(fields[1]), Double.parseDouble(fields[2]),
                    Double.parseDouble(fields[3]), Double.parseDouble(fields[4]), Double.parseDouble(fields[5]),
                    Double.parseDouble(fields[6]));
        } catch (NumberFormatException error) {
            return null;
        }
    }

    private static String check(String fields) {
        return Integer.toHexString(fields.hashCode());
    }

    /** Never in the digits of the phone's language. */
    private static String decimal(double value, int places) {
        return String.format(Locale.ROOT, "%." + places + "f", value);
    }
}
