// oxlint-disable-next-line no-restricted-imports -- shops' programs act on operations written like those of the room of operations
export * from '../operations/testOperations.ts'
// oxlint-disable-next-line no-restricted-imports -- and the same books are proved
export { assertBooks } from '../operations/testBooks.ts'
// oxlint-disable-next-line no-restricted-imports -- a test takes the whole way of a sale: its customer signs
export { callerOf, sign, someone, type TestSale } from '../checkout/testSale.ts'
// oxlint-disable-next-line no-restricted-imports -- and its shop answers
export { tellAll } from '../callbacks/callbackRound.ts'
// oxlint-disable-next-line no-restricted-imports -- over a server of its own
export { testShop, type TestShop } from '../callbacks/testShop.ts'
// oxlint-disable-next-line no-restricted-imports -- an order as a plugin sends it
export { pluginOrder } from '../shopCheckout/testOrder.ts'
// oxlint-disable-next-line no-restricted-imports -- the client that shops are given is tried against the server that it was made for
export * from '../../client/src/main.ts'
// oxlint-disable-next-line no-restricted-imports -- and so is the example of a shop
export { exampleShop } from '../../client/example/shop.ts'
// oxlint-disable-next-line no-restricted-imports -- with how it reads amounts
export { centsOf } from '../../client/example/money.ts'
// oxlint-disable-next-line no-restricted-imports -- it hears by webhook too
export { deliver } from '../webhooks/deliver.ts'
// oxlint-disable-next-line no-restricted-imports -- at an address that its owner adds
export { webhookCalls } from '../webhooks/testWebhooks.ts'
