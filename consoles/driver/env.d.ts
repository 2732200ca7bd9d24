/** The version of the package that this was built from. */
declare const __APP_VERSION__: string;
