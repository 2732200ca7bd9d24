import type { StaffInvitation } from '../../../db/models/staff-invitation.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Caller, Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import { channelsOn, invitationLink } from '../../notifications/notifications.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { handOverInvitation } from './hand-over-invitation.ts';
import { renderSeller } from './render-seller.ts';
import { readSeller } from './seller-store.ts';
import { changePermissions, readOneOfStaff, removeStaff } from './staff.ts';
import { readInvitations } from './staff-invitation-store.ts';
import { inviteStaff, readInvitation, revokeInvitation, statusAt } from './staff-invitations.ts';
import { readStaff, type StaffRow } from './staff-store.ts';

type StaffOperation =
  | 'listStaff'
  | 'updateStaff'
  | 'removeStaff'
  | 'listStaffInvitations'
  | 'inviteStaff'
  | 'revokeStaffInvitation'
  | 'handOverStaffInvitation'
  | 'acceptStaffInvitation';

/** Removes an account's live connections from its former seller's room. */
export type LeaveSellerRoom = (accountId: string, sellerId: string) => void;

/** Operations on a seller's staff and their permissions. */
export function staffHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock' | 'secrets' | 'config'>,
  leaveSellerRoom: LeaveSellerRoom,
): Pick<Handlers, StaffOperation> {
  const { database, clock } = deps;
  const cursors = new Cursors(deps.secrets);
  const context = ({ caller, requestId, ip }: { caller: Caller; requestId: string; ip: string }) => ({
    ...deps,
    by: signedIn(caller),
    requestId,
    ip,
  });
  const change = (request: { caller: Caller; requestId: string; ip: string }, accountId: string) => ({
    by: signedIn(request.caller),
    sellerId: ownSellerId(request.caller),
    accountId,
    requestId: request.requestId,
    ip: request.ip,
  });
  const renderInvitation = (invitation: StaffInvitation) => render(invitation, clock.now());

  return {
    listStaff: async ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `staff:${sellerId}`;
      const before = cursors.decode(scope, cursor)?.[0]?.toString() ?? null;
      const found = await readStaff(database, sellerId, { accountId: null, before, count: limit + 1 });
      return { status: 200, body: cursors.page(scope, found, limit, (row) => [row.account_id], renderStaff) };
    },

    updateStaff: async (request) => {
      const { params, body, ifMatch } = request;
      const edit = change(request, params.accountId);
      await inTransaction(database, (trx) => changePermissions(trx, edit, ifMatch, body.permissions));
      if (!body.permissions.includes('ORDERS')) leaveSellerRoom(edit.accountId, edit.sellerId);
      const staff = renderStaff(await readOneOfStaff(database, edit.sellerId, edit.accountId));
      return { status: 200, body: staff, etag: staff.version };
    },

    removeStaff: async (request) => {
      const removal = change(request, request.params.accountId);
      await inTransaction(database, (trx) => removeStaff(trx, removal));
      leaveSellerRoom(removal.accountId, removal.sellerId);
      return { status: 204 };
    },

    listStaffInvitations: async ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      const read = (behind: string | null, count: number) =>
        readInvitations(database, sellerId, behind, count);
      const scope = `staff-invitations:${sellerId}`;
      return { status: 200, body: await cursors.byId(scope, query, read, renderInvitation) };
    },

    inviteStaff: async (request) => {
      const sellerId = ownSellerId(request.caller);
      const { replayed, reference } = await inTransaction(database, (trx) =>
        idempotently(trx, request.idempotency, async () => ({
          status: 201,
          reference: { invitationId: await inviteStaff(trx, context(request), sellerId, request.body) },
        })),
      );
      const invitation = await readInvitation(database, reference.invitationId ?? '');
      return { status: 201, body: renderInvitation(invitation), replayed };
    },

    revokeStaffInvitation: async (request) => {
      const sellerId = ownSellerId(request.caller);
      await inTransaction(database, (trx) =>
        revokeInvitation(trx, context(request), sellerId, request.params.id),
      );
      return { status: 204 };
    },

    handOverStaffInvitation: async (request) => {
      const emailIsSent = channelsOn(deps.config).includes('EMAIL');
      const which = { sellerId: ownSellerId(request.caller), id: request.params.id, emailIsSent };
      const { token, expiresAt } = await inTransaction(database, (trx) =>
        handOverInvitation(trx, context(request), which),
      );
      const link = invitationLink(deps.config, request.locale, token);
      return { status: 200, body: { token, link, expiresAt: expiresAt.toISOString() } };
    },

    acceptStaffInvitation: async (request) => {
      const { replayed, reference } = await inTransaction(database, (trx) =>
        idempotently(trx, request.idempotency, async () => ({
          status: 200,
          reference: { sellerId: await acceptInvitation(trx, context(request), request.body.token) },
        })),
      );
      const body = renderSeller(await readSeller(database, reference.sellerId ?? '', clock.now()));
      return { status: 200, body, etag: body.version, replayed };
    },
  };
}

function renderStaff(row: StaffRow): components['schemas']['StaffMember'] {
  const { account_id: accountId, email, display_name: displayName, version } = row;
  const permissions = [...row.permissions];
  return { accountId, email, displayName, permissions, version, createdAt: row.created_at.toISOString() };
}

/** Omits the token, which only the recipient of the message sees. */
function render(invitation: StaffInvitation, now: Date): components['schemas']['StaffInvitation'] {
  const { id, email, permissions, invitedBy, acceptedBy } = invitation;
  return {
    ...{ id, email, permissions, invitedBy, acceptedBy },
    status: statusAt(invitation, now),
    expiresAt: invitation.expiresAt.toISOString(),
    createdAt: invitation.createdAt.toISOString(),
    endedAt: invitation.endedAt?.toISOString() ?? null,
    handedOverAt: invitation.handedOverAt?.toISOString() ?? null,
  };
}
