import type { Mutant } from './mutant.ts';

const REFRESH = 'test/api/accounts/refresh.test.ts';
const CONTAINMENT = 'test/api/admin/containment.test.ts';
const BANK = 'test/api/sellers/bank-account.test.ts';
const BAD_INPUT = 'test/contract/bad-input.test.ts';
const MOMENTS = 'test/contract/moments-and-tags.test.ts';
const FORMATS = 'server/kernel/http/formats.ts';

/** What was mended after the security review (docs/attacks.md), undone. */
export const ATTACK_MUTANTS: readonly Mutant[] = [
  {
    name: 'attack S1: large bodies without a token',
    file: 'server/kernel/http/api.ts',
    find: `      authorize(operation, caller);
      const admitted = { req, res, context, operation, params: match.params, caller };
      await this.#bodies.with(req, res, operation, caller, (body) => this.#handle(admitted, body));`,
    replace: `      const admitted = { req, res, context, operation, params: match.params, caller };
      await this.#bodies.with(req, res, operation, caller, async (body) => {
        authorize(operation, caller);
        await this.#handle(admitted, body);
      });`,
    test: {
      file: 'test/api/large-bodies.test.ts',
      title:
        'large bodies of a caller who may not send one are refused before they are sent, whatever their length',
    },
    says: 'expected',
  },
  {
    name: 'attack S2: ids with urn:uuid: in front',
    file: FORMATS,
    find: ".addFormat('uuid', UUID)",
    replace: '',
    test: {
      file: BAD_INPUT,
      title:
        'bad input an id with urn:uuid: in front, in path, query and body: 422 naming it, for guests too',
    },
    says: 'expected',
  },
  {
    name: 'attack S3: sign-ins between guesses at a second factor',
    file: 'server/accounts/second-factor.ts',
    find: "  if (mfaToken === undefined) return 'missing';",
    replace: `  if (mfaToken === undefined) {
    await forgetWrongCodes(trx, accountId);
    return 'missing';
  }`,
    test: {
      file: BANK,
      title:
        'confirming with the second factor counts wrong codes apart: no sign-in in between resets them, the fifth notifies the owner and locks codes, not passwords',
    },
    says: 'expected',
  },
  {
    name: 'attack S4: a disabled account whose sessions go on',
    file: 'server/accounts/account-standing.ts',
    find: "const ended = await endSessions(trx, change.accountId, 'ACCOUNT_DISABLED');",
    replace: 'const ended: string[] = [];',
    test: {
      file: CONTAINMENT,
      title:
        'administrators disable an account ends its sessions and sockets at once, and lets it in again when enabled',
    },
    says: 'expected',
  },
  {
    name: 'attack S6: a second factor of any age',
    file: 'server/kernel/http/authorize.ts',
    find: 'caller.mfaAge !== null && (maxAgeMinutes === null || caller.mfaAge <= maxAgeMinutes * 60)',
    replace: 'caller.mfaAge !== null',
    test: {
      file: BANK,
      title:
        'confirming with the second factor is valid for ten minutes where money, roles and settings are concerned',
    },
    says: 'expected',
  },
  {
    name: 'attack S7: one wrong password after each lock',
    file: 'server/accounts/sign-in-guard-store.ts',
    find: 'CASE WHEN locked_until <= now() THEN 1 ELSE failures + 1 END',
    replace: 'failures + 1',
    test: {
      file: 'test/api/accounts/lockout.test.ts',
      title:
        'lockout counts from zero once it is over: four more wrong passwords pass, and the fifth locks again',
    },
    says: 'expected',
  },
  {
    name: 'attack S10: every fault of a large body looked for',
    file: 'server/kernel/http/request-validator.ts',
    find: 'size > MAX_EXAMINED_BYTES ? this.#first : this.#all',
    replace: 'size < 0 ? this.#first : this.#all',
    test: {
      file: 'test/unit/http/request-validator.test.ts',
      title: 'validation of a body made to be expensive addCartItem: refused, and cheap',
    },
    says: 'expected',
  },
  {
    name: 'attack S11: deep nesting',
    file: 'server/kernel/http/request-body.ts',
    find: '  refuseDeepNesting(content);\n',
    replace: '',
    test: {
      file: BAD_INPUT,
      title: 'bad input a body nested too deeply: 400 on every operation, also where none is accepted',
    },
    says: 'expected',
  },
  {
    name: 'attack S14: answers in Redis that are not signed',
    file: 'server/marketplace/catalogue/catalogue-cache.ts',
    find: "!this.#secrets.isSigned('redis-value', signature, ...this.#signed(key, line, etag))",
    replace: 'key === etag',
    test: {
      file: 'test/attacks/forged-catalogue.test.ts',
      title:
        'attack: answers about the catalogue, written to Redis by somebody else (S14) a price that was changed is not shown',
    },
    says: "expected '0.01' to equal",
  },
  {
    name: 'attack S16: moments that no clock shows',
    file: FORMATS,
    find: ".addFormat('date', isDate).addFormat('date-time', isDateTime)",
    replace: '',
    test: {
      file: MOMENTS,
      title: 'moments and tags that do not exist are refused in every query that has one',
    },
    says: 'expected',
  },
  {
    name: 'attack S17: changing the audit log',
    file: 'db/migrations/0039-closing-accounts.sql',
    find: "  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';",
    replace: '  RETURN coalesce(NEW, OLD);',
    test: {
      file: CONTAINMENT,
      title:
        'administrators read the audit log which nothing changes or deletes from, except entries older than two years',
    },
    says: 'to match /audit_log is append-only/',
  },
  {
    name: 'attack S18: branches of a refresh token that live on',
    file: 'server/accounts/refresh-session.ts',
    find: '    await invalidateBranches(trx, session.id, token.id);\n',
    replace: '',
    test: {
      file: REFRESH,
      title:
        'refresh tokens and sessions are issued to each of ten simultaneous refreshes; the first pair used ends the others',
    },
    says: 'expected',
  },
  {
    name: 'attack S22: a quick answer for unknown e-mails',
    file: 'server/kernel/security/passwords.ts',
    find: '  const expected = hash ?? (await unusableHash);\n',
    replace: '  if (hash === null) return false;\n  const expected = hash;\n',
    test: {
      file: 'test/api/accounts/hostile-sign-in.test.ts',
      title:
        'an attacker from outside cannot learn which accounts exist from the answer or its time: signing in',
    },
    says: 'to be close to 0.5',
  },
  {
    name: 'attack S23: If-Match where nothing reads it',
    file: 'server/kernel/http/operation-request.ts',
    find: "operation.readsIfMatch ? ifMatchOf(headers['if-match']) : null",
    replace: "ifMatchOf(headers['if-match'])",
    test: {
      file: MOMENTS,
      title: 'moments and tags of If-Match matter to the operations that read them, and to no other',
    },
    says: 'expected',
  },
];
