import { t } from '../../../platform/i18n/t.ts'
import { type BankCode, bankCodes, testBankCodes } from './bankCodes.ts'

type BankChoiceProps = { sandbox: boolean; code: BankCode | null; onChange: (code: BankCode) => void }

/** The list of banks; in test mode also those that simulate errors. */
export function BankChoice({ sandbox, code, onChange }: BankChoiceProps) {
  const codes: readonly BankCode[] = sandbox ? [...bankCodes, ...testBankCodes] : bankCodes
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-strong">{t('consumerScreens.bank.which')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-2">
        {codes.map((one) => (
          <label key={one} className="choice flex min-h-12 cursor-pointer items-center gap-3 px-3.5 py-2.5">
            <input type="radio" name="bank" value={one} className="choice-dot" checked={code === one} onChange={() => onChange(one)} />
            <span>{t(`consumerScreens.bank.name.${one}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
