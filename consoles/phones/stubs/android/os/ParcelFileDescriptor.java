package android.os;

import java.io.File;
import java.io.FileNotFoundException;

public class ParcelFileDescriptor {
    public static native int parseMode(String mode);
    public static native ParcelFileDescriptor open(File file, int mode) throws FileNotFoundException;
}
