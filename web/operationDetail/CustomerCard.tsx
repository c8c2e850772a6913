import type { Operation } from '#contract/operations'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { Anchor } from '../ui/Anchor.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DefinitionList } from '../ui/DefinitionList.tsx'
import { linkClass } from '../ui/linkClass.ts'
import { SectionTitle } from './SectionTitle.tsx'
import { useShop } from '../operation/useShop.ts'

/** The customer, as far as the role may see: document and phone come masked for a guest. And what was bought. */
export function CustomerCard({ operation }: { operation: Operation }) {
  const { merchantId } = useShop()
  const { customer, articleCount } = operation
  return (
    <section aria-labelledby="operation-customer">
      <SectionTitle id="operation-customer">{t('operations.customer.title')}</SectionTitle>
      <DefinitionList
        items={[
          { key: 'document', term: t('operations.customer.document'), value: customer.documentNumber ?? '—' },
          { key: 'phone', term: t('operations.customer.phone'), value: customer.phone ?? '—' },
          {
            key: 'email',
            term: t('operations.customer.email'),
            value: (
              <span className="inline-flex items-center gap-1.5">
                {customer.email}
                <CopyButton
                  iconOnly
                  text={customer.email}
                  label={t('operations.customer.copyEmail')}
                  copiedLabel={t('operations.copied')}
                />
              </span>
            ),
          },
          {
            key: 'cart',
            term: t('operations.cart.title'),
            value: (
              <Anchor className={linkClass} href={paths.operationCart(merchantId, operation.id)}>
                {t('operations.cart.see', { count: articleCount })}
              </Anchor>
            ),
          },
        ]}
      />
    </section>
  )
}
