import type { ConsoleShopDetail } from '#contract/provider/merchants'
import { joinTexts } from '#domain/platform/direction'
import { money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'

/** The terms in force for each product: carts, instalments, what the customer and the shop pay. */
export function ShopTerms({ terms }: { terms: ConsoleShopDetail['terms'] }) {
  if (terms.length === 0) return <p className="text-md text-ink-3">{t('consoleMerchants.terms.none')}</p>
  const head = (
    <>
      <HeadCell>{t('consoleMerchants.terms.product')}</HeadCell>
      <HeadCell>{t('consoleMerchants.terms.carts')}</HeadCell>
      <HeadCell>{t('consoleMerchants.terms.instalments')}</HeadCell>
      <HeadCell numeric>{t('consoleMerchants.terms.rate')}</HeadCell>
      <HeadCell numeric>{t('shell.heading.fee')}</HeadCell>
    </>
  )
  return (
    <Table bleed={false} dense caption={t('consoleMerchants.terms')} head={head}>
      {terms.map((one) => (
        <TableRow key={one.type} faded={!one.enabled}>
          <Cell card="title" detail={one.enabled ? undefined : t('consoleMerchants.terms.off')}>
            {t(`operations.product.${one.type}`)}
          </Cell>
          <Cell card="foot">
            <OnPhone label={t('consoleMerchants.terms.carts')} /> {joinTexts([money(one.minAmount), money(one.maxAmount)], ' – ')}
          </Cell>
          <Cell card="hidden">{joinTexts(one.instalmentsAllowed.map(String), ', ')}</Cell>
          <Cell card="net" numeric>
            <OnPhone label={t('consoleMerchants.terms.rate')} /> {percent(one.tin)}
          </Cell>
          <Cell card="amount" numeric>
            <OnPhone label={t('shell.heading.fee')} /> {feeText(one)}
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

/** A percentage of each sale, and a fixed part where there is one. */
const feeText = ({ feeRate, feeFixed }: ConsoleShopDetail['terms'][number]): string =>
  joinTexts([...(feeRate === null ? [] : [percent(feeRate)]), ...(feeFixed === null || feeFixed === 0 ? [] : [money(feeFixed)])], ' + ')
