import { confirmedByStaff, type ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { agreeTerms, describeTerms, readMerchantTerms } from '../prices/merchantTerms.ts'

export const providerTerms: ProviderHandler<'providerTerms'> = (call) => readMerchantTerms(call)

export const providerTermsPropose = confirmedByStaff<'providerTermsPropose'>(
  (call) => describeTerms(call),
  (call) => agreeTerms(call),
)
