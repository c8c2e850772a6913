import { callsOf, type CallsOf } from './platform/callsOf.ts'
import * as accounts from './providerApi/accounts.ts'
import * as applications from './providerApi/applications.ts'
import * as audit from './providerApi/audit.ts'
import * as bankFiles from './providerApi/bankFiles.ts'
import * as decisions from './providerApi/decisions.ts'
import * as money from './providerApi/money.ts'
import * as operations from './providerApi/operations.ts'
import type { ProviderCall } from './providerApi/providerCall.ts'
import * as terms from './providerApi/terms.ts'

const declarations = { ...accounts, ...applications, ...audit, ...bankFiles, ...decisions, ...money, ...operations, ...terms }

/** The API for the provider's own systems by name. */
export type ProviderApi = CallsOf<typeof declarations, ProviderCall>
export type ProviderCallName = keyof ProviderApi
export const providerApi = callsOf(declarations) as ProviderApi // the same rule for types and values

/** Any call, without its exact types. */
export type NamedProviderCall = ProviderCall & { name: ProviderCallName }
export const providerCalls: readonly NamedProviderCall[] = Object.values(providerApi)
