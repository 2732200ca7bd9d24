import { expect } from 'chai';
import { generateSecret } from 'otplib';
import type { ApiClient, Schema } from '../support/api-client.ts';
import { makeAccount, makeAdministrator, signIn } from '../support/people.ts';
import type { TestService } from '../support/service.ts';

export type Seller = Schema<'Seller'>;
export type Warehouse = Schema<'Warehouse'>;

/** In Msheireb, Doha. */
export const WAREHOUSE = {
  name: 'Main store',
  phone: '+97444123456',
  zoneNumber: 3,
  streetNumber: 910,
  buildingNumber: 7,
  landmark: 'Opposite the tram stop',
  location: { latitude: 25.2854, longitude: 51.5256 },
};

export const APPLICATION = {
  legalName: 'Corniche Trading W.L.L.',
  displayName: { en: 'Corniche Trading', ar: 'الكورنيش للتجارة' },
  warehouse: WAREHOUSE,
};

/** People around one running service, as tests of selling need them. */
export class ShopPeople {
  readonly service: TestService;
  readonly admin: ApiClient;
  readonly adminId: string;

  private constructor(service: TestService, admin: ApiClient, adminId: string) {
    this.service = service;
    this.admin = admin;
    this.adminId = adminId;
  }

  static async meet(service: TestService): Promise<ShopPeople> {
    const account = await makeAdministrator(service);
    return new ShopPeople(service, await signIn(service, account), account.accountId);
  }

  get database() {
    return this.service.inside.deps.database;
  }

  /** A person with an account who does not belong to a seller yet. */
  async person(): Promise<{ client: ApiClient; accountId: string }> {
    const account = await makeAccount(this.service, ['BUYER']);
    return { client: await signIn(this.service, account), accountId: account.accountId };
  }

  async secondAdmin(): Promise<ApiClient> {
    const account = await makeAccount(this.service, ['ADMIN']);
    const authenticatorKey = generateSecret();
    const { database, secrets } = this.service.inside.deps;
    await database('mfa_factors').insert({
      account_id: account.accountId,
      secret: secrets.seal('mfa-secret', authenticatorKey, account.accountId),
      confirmed_at: new Date(),
    });
    return signIn(this.service, { ...account, authenticatorKey });
  }

  async applicant(): Promise<{ client: ApiClient; accountId: string; seller: Seller }> {
    const person = await this.person();
    const seller = await person.client.post<Seller>('/seller/applications', APPLICATION);
    return { ...person, seller };
  }

  /** An active seller with its owner and one warehouse. */
  async shop(): Promise<{ client: ApiClient; accountId: string; seller: Seller; warehouse: Warehouse }> {
    const { client, accountId, seller } = await this.applicant();
    await this.admin.post(`/admin/sellers/${seller.id}/approve`);
    const { data } = await client.get<Schema<'WarehouseList'>>('/seller/warehouses');
    expect(data).to.have.length(1);
    return {
      client,
      accountId,
      seller: await client.get<Seller>('/seller'),
      warehouse: data[0] as Warehouse,
    };
  }

  /** Audit log entries about a record, oldest first. */
  audit(subjectId: string) {
    return this.database('audit_log')
      .where({ subject_id: subjectId })
      .orderBy('id')
      .select('action', 'account_id', 'role', 'reason', 'before', 'after', 'data');
  }
}

let codes = 0;

/** A SKU not used elsewhere in this process. */
export function freshSku(): string {
  codes += 1;
  return `TEST-${process.pid}-${codes}`;
}

/** How many responses have each status and code, e.g. { '200': 1, '412 common.PRECONDITION_FAILED': 1 }. */
export function tally(answers: readonly { status: number; body: unknown }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const code = typeof body === 'object' && body !== null && 'code' in body ? ` ${String(body.code)}` : '';
    counts[`${status}${code}`] = (counts[`${status}${code}`] ?? 0) + 1;
  }
  return counts;
}
