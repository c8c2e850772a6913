// Loaded before the product (`--import`): its clock is CLOCK_MS ahead of the machine's, in this process and in its workers.
const ahead = Number(process.env.CLOCK_MS ?? 0)
const machineNow = Date.now

Date.now = () => machineNow() + ahead
globalThis.Date = new Proxy(Date, {
  construct: (target, given: [], made) => Reflect.construct(target, given.length === 0 ? [Date.now()] : given, made) as Date, // a constructor of Date
})
