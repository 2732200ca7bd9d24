import { keyedRows } from '../../../db/keyed-rows.ts';
import { boolean, nullable, numeric, oneOf, text, uuid } from '../../../db/sql-types.ts';

/**
 * The commission plan named in a catalogue file. An existing plan's rate is edited through the API, never by an import.
 */
export const fileCommissionPlans = keyedRows({
  name: 'sellers.file_commission_plan',
  table: 'commission_plans',
  key: { name: text },
  once: { percent: numeric },
  always: {},
});

/** Sellers from a catalogue file. A legal name is written once; the database rejects a different one. */
export const fileSellers = keyedRows({
  name: 'sellers.file_seller',
  table: 'sellers',
  key: { import_key: text },
  once: {
    legal_name: text,
    legal_name_placeholder: boolean,
    status: oneOf<'ACTIVE'>(),
    owner_account_id: nullable(uuid),
    commission_plan_id: uuid,
  },
  always: { display_name_en: text, display_name_ar: text },
  onUpdate: 'version = version + 1, updated_at = now()',
});
