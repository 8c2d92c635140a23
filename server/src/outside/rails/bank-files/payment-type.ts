// Codes of the bank in pain.001: the kind of payment, and the clearing system that the codes of banks belong to.
import type { BankSettings, ExternalCode } from './settings.ts'
import { element, leaf, type Xml } from './write-xml.ts'

export function paymentType(settings: BankSettings): Xml | undefined {
  const { service_level, local_instrument, category_purpose } = settings
  const parts = [
    choice('SvcLvl', service_level),
    choice('LclInstrm', local_instrument),
    choice('CtgyPurp', category_purpose),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : element('PmtTpInf', ...parts)
}

export const clearingSystem = ({ clearing_system }: BankSettings): Xml | undefined =>
  choice('ClrSysId', clearing_system)

const choice = (name: string, value: ExternalCode | undefined): Xml | undefined =>
  value && element(name, leaf('Cd', value.code) ?? leaf('Prtry', value.proprietary))
