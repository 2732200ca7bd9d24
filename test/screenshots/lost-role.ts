import type { Stage } from '../../scripts/demo/stage.ts';
import type { Person } from '../../scripts/people/person.ts';
import type { Camera } from './camera.ts';

const PASSWORD = 'souq-waqif-lantern-7';

/** A dispatcher whose role an administrator revokes. */
export async function photographLostRole(camera: Camera, stage: Stage, admin: Person): Promise<void> {
  const email = `dispatcher-${stage.tag}@wasl.example`;
  const { account } = await stage.person('Another dispatcher').register(email, PASSWORD);
  const path = { id: account.id };
  for (const look of camera.looks('dispatch', [360, 1440], 900)) {
    await admin.ok(
      'grant the role',
      admin.api.POST('/admin/accounts/{id}/roles', { params: { path }, body: { role: 'DISPATCHER' } }),
    );
    const page = await camera.open(look);
    await camera.take(page, { surface: 'dispatch', name: 'role-lost', look }, async () => {
      await camera.signIn(page, 'dispatch', { email, password: PASSWORD });
      await page.locator('#content').waitFor();
      await admin.ok(
        'revoke the role',
        admin.api.DELETE('/admin/accounts/{id}/roles/{role}', {
          params: { path: { ...path, role: 'DISPATCHER' } },
        }),
      );
      // An idle page learns of it when its connection is next checked: within a minute.
      await page.locator('input[name=password]').waitFor({ timeout: 60_000 });
    });
    await page.context().close();
  }
}
