package android.content;

public interface SharedPreferences {
    String getString(String name, String otherwise);
    boolean getBoolean(String name, boolean otherwise);
    Editor edit();
    interface Editor {
        Editor putString(String name, String value);
        Editor putBoolean(String name, boolean value);
        Editor remove(String name);
        Editor clear();
        boolean commit();
        void apply();
    }
}
