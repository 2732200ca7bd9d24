import { PageClient as Browser } from '../../../scripts/people/pages/page-client.ts';
import { freshAddress, type TestService } from '../../support/service.ts';

/** A browser without scripts, connected to a service under test from an address of its own. */
export class PageClient extends Browser {
  constructor({ url }: Pick<TestService, 'url'>, address = freshAddress()) {
    super({ url, address });
  }
}
