import type { Dependencies } from '../kernel/dependencies.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { AppCatalogue } from './app-catalogue.ts';
import { APPS_PREFIX } from './serve-apps.ts';

type AppName = components['schemas']['AppName'];

const APPS: readonly AppName[] = ['BUYER', 'SELLER', 'DRIVER'];

export function appHandlers({ config }: Pick<Dependencies, 'config'>): Pick<Handlers, 'listApps'> {
  const catalogue = new AppCatalogue(config.apps.folder);
  return {
    async listApps() {
      const given = await catalogue.read();
      const data = APPS.map((app) => {
        const found = given?.apps.find((each) => each.app === app);
        const lowestCode = config.apps.lowest[app];
        if (found === undefined) return { app, lowestCode, newest: null };
        const { file, app: _, ...newest } = found;
        return { app, lowestCode, newest: { ...newest, url: `${APPS_PREFIX}/${file}` } };
      });
      return { status: 200, body: { data, signer: given?.signer ?? null } };
    },
  };
}
