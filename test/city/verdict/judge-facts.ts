import type { Difference, RuleName } from './evidence/difference.ts';
import type { CityFacts, Rule } from './evidence/rule.ts';
import type { ServiceFacts } from './evidence/service-facts.ts';
import { actsRule } from './rules/acts.ts';
import { alertsRule } from './rules/alerts.ts';
import { cashRule } from './rules/cash.ts';
import { driversRule } from './rules/drivers.ts';
import { ledgerRule } from './rules/ledger.ts';
import { limitsRule } from './rules/limits.ts';
import { notificationsRule } from './rules/notifications.ts';
import { ordersRule } from './rules/orders.ts';
import { payablesRule } from './rules/payables.ts';
import { shelvesRule } from './rules/shelves.ts';
import { stockRule } from './rules/stock.ts';
import { viewsRule } from './rules/views.ts';
import { zonesRule } from './rules/zones.ts';

const CHECKS: Readonly<Record<RuleName, Rule>> = {
  orders: ordersRule,
  acts: actsRule,
  stock: stockRule,
  shelves: shelvesRule,
  ledger: ledgerRule,
  cash: cashRule,
  payables: payablesRule,
  limits: limitsRule,
  zones: zonesRule,
  drivers: driversRule,
  views: viewsRule,
  alerts: alertsRule,
  notifications: notificationsRule,
};

/** Every difference between what the clients did and saw and what the service says. Pure. */
export function judgeFacts(city: CityFacts, service: ServiceFacts): Difference[] {
  return (Object.entries(CHECKS) as [RuleName, Rule][]).flatMap(([rule, check]) =>
    check(city, service).map((finding) => ({ rule, ...finding })),
  );
}
