import type { Operation } from '#contract/sales/operations'
import { phoneText } from '../../platform/i18n/phoneText.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { EmailText } from '../../platform/ui/figures/EmailText.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { SectionTitle } from './SectionTitle.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** The customer's data, as far as the member's role and retention allow (document and phone are masked for a guest), and the purchase. */
export function CustomerCard({ operation }: { operation: Operation }) {
  const { merchantId, may, flag } = useMerchant()
  const { customer, articleCount } = operation
  const cart = {
    key: 'cart',
    term: t('operations.cart.title'),
    value: (
      <Anchor className={linkClass} href={paths.operationCart(merchantId, operation.id)}>
        {t('operations.cart.see', { count: articleCount })}
      </Anchor>
    ),
  }
  return (
    <section aria-labelledby="operation-customer">
      <SectionTitle id="operation-customer">{t('operations.customer.title')}</SectionTitle>
      {customer.hiddenAt !== null && (
        <p className="pb-3 text-md text-ink-2">
          {customer.firstName}. {t('privacy.card.hidden')}
        </p>
      )}
      <DefinitionList items={customer.hiddenAt === null ? [...contactOf(customer), cart] : [cart]} />
      {may('customerErasureView') && (
        <p className="pt-3 text-md print:hidden">
          <Anchor className={linkClass} href={paths.operation(merchantId, operation.id, { ...flag, dialog: 'privacy' })}>
            {t(customer.hiddenAt === null ? 'privacy.card.erase' : 'privacy.card.receipt')}
          </Anchor>
        </p>
      )}
    </section>
  )
}

const contactOf = ({ documentNumber, phone, email }: Operation['customer']) => [
  { key: 'document', term: t('operations.customer.document'), value: documentNumber ?? '—' },
  { key: 'phone', term: t('operations.customer.phone'), value: phone === null ? '—' : <PhoneText phone={phone} /> },
  {
    key: 'email',
    term: t('operations.customer.email'),
    value: (
      <span className="inline-flex items-center gap-1.5">
        <EmailText email={email} />
        <CopyButton iconOnly text={email} label={t('operations.customer.copyEmail')} copiedLabel={t('operations.copied')} />
      </span>
    ),
  },
]

/** A press calls the number; one that is masked is only text. */
function PhoneText({ phone }: { phone: string }) {
  const words = phoneText(phone)
  if (!/^\+?[\d ]+$/.test(phone)) return <>{words}</>
  return (
    <a className={linkClass} href={`tel:${phone.replace(/\s/g, '')}`}>
      {words}
    </a>
  )
}
