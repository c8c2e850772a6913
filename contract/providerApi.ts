import { callsOf, type CallsOf } from './platform/callsOf.ts'
import * as accounts from './providerApi/accounts.ts'
import * as applications from './providerApi/applications.ts'
import * as audit from './providerApi/audit.ts'
import * as bankFiles from './providerApi/bankFiles.ts'
import * as decisions from './providerApi/decisions.ts'
import * as figures from './providerApi/figures.ts'
import * as money from './providerApi/money.ts'
import * as operations from './providerApi/operations.ts'
import type { ProviderCall } from './providerApi/providerCall.ts'
import * as refunds from './providerApi/refunds.ts'
import * as terms from './providerApi/terms.ts'

/** Every export of the files that declare calls of this API. */
export const declarations = {
  ...accounts,
  ...applications,
  ...audit,
  ...bankFiles,
  ...decisions,
  ...figures,
  ...money,
  ...operations,
  ...refunds,
  ...terms,
}

/** The API for the provider's own systems by name. */
export type ProviderApi = CallsOf<typeof declarations, ProviderCall>
export type ProviderCallName = keyof ProviderApi
export const providerApi = callsOf(declarations) as ProviderApi // the same rule for types and values

/** Any call, without its exact types. */
export type NamedProviderCall = ProviderCall & { name: ProviderCallName }
export const providerCalls: readonly NamedProviderCall[] = Object.values(providerApi)
