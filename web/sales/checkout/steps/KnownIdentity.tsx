import { date } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { DefinitionList } from '../../../platform/ui/figures/DefinitionList.tsx'
import { StepForm } from './StepForm.tsx'
import { neighbour } from './stepOrder.ts'
import { useSale } from '../useSale.ts'

/** The customer's identity data, read-only. */
export function KnownIdentity() {
  const { view, go } = useSale()
  const { customer } = view
  const place = customer?.address
  const items = customer
    ? [
        { term: t('consumerScreens.identity.firstName'), value: customer.firstName },
        { term: t('consumerScreens.identity.lastName'), value: customer.lastName },
        { term: t('consumerScreens.identity.documentId'), value: customer.documentId },
        ...(customer.birthday === null ? [] : [{ term: t('consumerScreens.identity.birthday'), value: date(customer.birthday) }]),
        { term: t('consumerScreens.identity.email'), value: customer.email },
        ...(place ? [{ term: t('consumerScreens.identity.street'), value: `${place.street}, ${place.postcode} ${place.city}` }] : []),
      ]
    : []
  const after = neighbour('identity', view, 'after')
  return (
    <StepForm
      step="identity"
      title={t('consumerScreens.identity.title')}
      next={{ label: t('consumerScreens.next') }}
      onNext={() => after && go(after)}
    >
      <DefinitionList items={items} />
    </StepForm>
  )
}
