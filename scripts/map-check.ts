// `npm run map:check FILE_OR_URL`: checks a map style, or an archive of tiles, before an installation relies on it.
import { checkMap } from './map/check/check-map.ts';
import { runCommand } from './shared/command-line.ts';

await runCommand(() => checkMap(process.argv.slice(2), process.env, (line) => console.log(line)));
