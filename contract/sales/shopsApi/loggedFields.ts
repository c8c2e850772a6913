/**
 * The fields of requests that hold nothing about a person, by their path on the wire, without the positions in lists: the log of API calls shows their
 * values. All others are masked, unknown ones too. A test asks of each new field which it is.
 */
export const loggedFields: ReadonlySet<string> = new Set([
  'amount',
  'merchant_reference',
  ...['notification_url', 'success_url', 'pending_url', 'ko_url', 'error_url', 'cancel_url', 'dismiss_url', 'checkout_url', 'ipn_url'].map(
    (name) => `merchant.${name}`,
  ),
  ...['close_on_success', 'timeout_checkout', 'timeout_extra'].map((name) => `merchant.${name}`),
  ...['id', 'total_amount', 'currency', 'tax_rate', 'discount', 'discount_rate', 'cart_discount', 'cart_discount_rate', 'created'].map(
    (name) => `order.${name}`,
  ),
  'order.options.event_date',
  ...['id', 'quantity', 'price', 'tax_rate', 'discount', 'discount_rate', 'url', 'image_url', 'category', 'sku'].map(
    (name) => `order.articles.${name}`,
  ),
  ...['price', 'tax_rate', 'discount', 'discount_rate', 'method'].flatMap((name) => [`shipping.${name}`, `order.shipping.${name}`]),
  'product.type',
  'meta.module.name',
  'meta.module.version',
  'meta.version',
  // Campaigns and their articles.
  'name',
  'start_date',
  'end_date',
  'interest',
  'partial',
  'num_instalments',
  'min_order_amount',
  'max_order_amount',
  'revision',
  'id',
  'url',
  'image_url',
  'description',
  ...['date', 'amount', 'debit', 'credit', 'mark'].map((name) => `columns.${name}`),
])

/** Whether a parameter of an address may be shown: all but those that search for a person. */
export const isLoggedParameter = (name: string): boolean => name !== 'q' && !/^(customer|account)-/.test(name)
