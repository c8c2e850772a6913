/** What a new installation needs before it serves merchants, in the order in which it is asked for. */
export const setupItems = [
  'brand',
  'issuer',
  'prices',
  'mail',
  'sms',
  'cards',
  'bank',
  'identity',
  'decision',
  'creditor',
  'backups',
  'merchant',
] as const
export type SetupItem = (typeof setupItems)[number]

/** `untested`: it is set, and nothing proves yet that it works. `simulated`: a simulator of ours stands where a partner is needed. */
export const setupStates = ['done', 'untested', 'missing', 'simulated'] as const
export type SetupState = (typeof setupStates)[number]

/** Whether nothing is left to do. Outside production simulators may stay. */
export const isSetUp = (states: readonly SetupState[], isProduction: boolean): boolean =>
  states.every((state) => state === 'done' || (state === 'simulated' && !isProduction))
