import { t } from '../i18n/t.ts'
import { bankPaths } from './bankPaths.ts'

/** How to get a statement that the panel can read from each large bank. */
export function BankStatementHelp({ wide = false }: { wide?: boolean }) {
  return (
    <div className="grid gap-3 text-md text-ink-2">
      <p>{t('help.banks.about')}</p>
      <ol className="grid list-decimal gap-1.5 pl-5 marker:text-ink-3">
        {t('help.banks.steps')
          .split('\n')
          .map((step) => (
            <li key={step}>{step}</li>
          ))}
      </ol>
      <p>{t('help.banks.camt')}</p>
      <dl className={`grid gap-x-9 border-t border-line ${wide ? 'md:grid-cols-2' : ''}`}>
        {bankPaths.map(({ bank, page, path }) => (
          <div key={bank} className="border-b border-line py-2">
            <dt className="font-medium wrap-anywhere text-ink">
              {bank} <span className="text-sm font-normal text-ink-3">{page}</span>
            </dt>
            <dd className="text-sm">
              {t('help.banks.in')} {t(`help.banks.path.${path}`)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
