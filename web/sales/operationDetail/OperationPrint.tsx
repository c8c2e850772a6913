import { joinTexts } from '#domain/platform/direction'
import type { Operation } from '#contract/sales/operations'
import { taxNames } from '#domain/money/taxTerritory'
import { date, dateTime, money, percent } from '../../platform/i18n/format.ts'
import { t, taxText } from '../../platform/i18n/t.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { moneyAccount } from './moneyAccount.ts'
import { flagsOf } from '../operationStatus/operationFlags.ts'
import { flagText, orderText, productText, reasonText } from '../operationStatus/operationText.ts'
import { PrintSheet } from '../../platform/lists/PrintSheet.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** Print layout of the operation on one page, masked like the screen. */
export function OperationPrint({ operation, now }: { operation: Operation; now: Date }) {
  const { shopName, sandbox, mode, roleName } = useMerchant()
  const where = { shop: shopName, mode: t(`shell.mode.${mode}`), role: t(`shell.role.${roleName}`) }
  const { customer } = operation
  const account = moneyAccount(operation)
  const row = (key: string, term: string, value: string) => ({ key, term, value })
  return (
    <PrintSheet>
      {sandbox && <p className="mb-3 border-2 border-dashed p-2 text-center font-title">{t('operations.detail.sandboxPrint')}</p>}
      <p>{t('operations.detail.printed', { date: dateTime(now.toISOString()), ...where })}</p>
      <p className="mt-3 mb-1 font-display text-title-md font-title">{t('operations.detailTitle', { order: orderText(operation) })}</p>
      <p className="mb-4">
        {joinTexts([t(`operations.substatus.${operation.substatus}`), reasonText(operation), ...flagsOf(operation).map(flagText)])}
      </p>
      <div className="grid grid-cols-2 items-start gap-x-10">
        <DefinitionList
          items={[
            row('name', t('operations.customer.name'), `${customer.firstName} ${customer.lastName}`),
            row('document', t('operations.customer.document'), customer.documentNumber ?? '—'),
            row('phone', t('operations.customer.phone'), customer.phone ?? '—'),
            row('email', t('operations.customer.email'), customer.email || '—'),
            row('created', t('operations.column.date'), dateTime(operation.created)),
            row(
              'product',
              t('operations.column.product'),
              `${productText(operation)} · ${t('operations.simulator.rate', { tin: percent(operation.tin), tae: percent(operation.tae) })}`,
            ),
            row('id', t('operations.print.id'), operation.id),
          ]}
        />
        <DefinitionList
          items={[
            ...(account?.steps.map((step) =>
              row(
                step.name,
                t(`operations.money.step.${step.name}`, { tax: taxText(taxNames[operation.taxTerritory]) }),
                money(step.cents),
              ),
            ) ?? [row('total', t('operations.column.amount'), money(operation.totalAmount))]),
            ...(account ? [row('net', t('operations.column.net'), money(account.netCents))] : []),
          ]}
        />
      </div>
      {operation.instalments.length > 0 && (
        <table className="mt-5 w-full text-left">
          <thead>
            <tr>
              <th>{t('operations.plan.number')}</th>
              <th>{t('operations.plan.date')}</th>
              <th>{t('operations.plan.state')}</th>
              <th className="text-right">{t('operations.column.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {operation.instalments.map((one) => (
              <tr key={one.number} className="border-t">
                <td>{one.number}</td>
                <td>{date(one.dueOn)}</td>
                <td>{t(`operations.plan.${one.state}`)}</td>
                <td className="text-right">{money(one.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {operation.refunds
        .filter(({ state }) => state !== 'undone')
        .map((refund) => (
          <p key={refund.id} className="mt-2">
            {t('operations.print.refund', { amount: money(refund.amount), date: dateTime(refund.created) })}
          </p>
        ))}
    </PrintSheet>
  )
}
