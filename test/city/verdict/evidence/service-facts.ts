import type { components } from '../../../../server/kernel/http/api-types.ts';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** An account's notifications, as their owner reads them. */
export interface Bell {
  /** Those of the day. */
  notifications: Schema<'Notification'>[];
  /** Null where the bell has older ones, too. */
  unreadCount: number | null;
}

/** A driver's cash as two parties read it. */
export interface CashReadings {
  /** GET /dispatch/cash/drivers/{id}, with every entry. */
  dispatch: Omit<Schema<'CashView'>, 'page'>;
  /** GET /driver/cash, as the driver; null when the driver could not be asked. */
  own: Pick<Schema<'CashView'>, 'onHand' | 'projected' | 'limit'> | null;
}

/** What the service shows a seller about its money. */
export interface SellerReadings {
  sums: Schema<'SellerMoney'>;
  /** By id of the order group, for groups placed since the day began. */
  groups: Map<string, Schema<'MoneyGroup'>>;
  /** Payouts made since the day began. */
  payouts: Schema<'Payout'>[];
}

/** What the service says when the day is over, read through the public API by people who may. */
export interface ServiceFacts {
  /** Whether the installation is the city's alone: then it must contain nothing that the city did not make. */
  isExclusive: boolean;
  /** As the administrator lists them; those placed since the day began. */
  listed: Schema<'AdminOrderSummary'>[];
  /** By id, as each order's buyer reads it. An order that its buyer does not find is missing. */
  orders: Map<string, Schema<'Order'>>;
  /** By id, as each group's seller reads it. */
  groups: Map<string, Schema<'OrderGroup'>>;
  /** By id, as dispatchers read them: tasks of the city's orders. */
  tasks: Map<string, Schema<'DispatchTask'>>;
  /** Everything recorded about a task, oldest first. */
  taskEvents: Map<string, Schema<'TaskEvent'>[]>;
  stock: Schema<'StockLevel'>[];
  /** By id, of the city's sellers. */
  offers: Map<string, Schema<'SellerOffer'>>;
  /** By id, of the city's sellers. */
  imports: Map<string, Schema<'SellerImport'>>;
  /** Of the city's sellers, since the day began. */
  movements: Schema<'StockMovement'>[];
  ledger: Schema<'LedgerCheck'>;
  cash: Map<string, CashReadings>;
  /** Of the city's drivers, since the day began. */
  settlements: Schema<'Settlement'>[];
  drivers: Map<string, Schema<'Driver'>>;
  /** What a dispatcher is shown who opens the board now. */
  board: Schema<'DispatchBoard'>;
  /** By seller id: what a seller of the city is shown who opens the console now. */
  orderBoards: Map<string, Schema<'OrderBoard'>>;
  zones: Map<string, Schema<'Zone'>>;
  /** Raised since the day began, each with its present state. */
  alerts: Schema<'AlertDetail'>[];
  /** By ClientRecord.id. */
  bells: Map<string, Bell>;
  /** What an administrator sees of the notifications to the city's people since the day began. */
  sent: Schema<'SentNotification'>[];
  /** Percentage of goods that the platform keeps, by seller id. */
  commissionRates: Map<string, string>;
  /** By seller id, for the city's sellers. */
  money: Map<string, SellerReadings>;
}
