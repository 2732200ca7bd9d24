import type { Citizen } from '../citizen.ts';

/**
 * Sets the acceptance deadline that the plan's sellers count on; on a short day the usual hours would let nobody miss
 * one. Answers what puts it back.
 */
export async function adjustDeadline(
  { person, api }: Citizen,
  minutes: number,
): Promise<() => Promise<void>> {
  const set = async (value: number) => {
    const settings = await person.ok('read the settings', api.GET('/admin/settings'));
    const former = settings.acceptanceDeadlineMinutes.value;
    if (former === value) return former;
    const params = { header: { 'If-Match': `"${settings.version}"` } };
    await person.ok(
      'change the settings',
      api.PATCH('/admin/settings', { params, body: { acceptanceDeadlineMinutes: { value } } }),
    );
    return former;
  };
  const former = await set(minutes);
  return async () => {
    await set(former);
  };
}
