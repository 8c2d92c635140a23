// Names of the fields of requests, as the labels of pages have them. A message about a field at fault names it so.
import type { Language } from './amount.ts'
import { bilingual } from './bilingual.ts'

/** Fields of instruments and of funding instructions. */
export const detailNames = {
  address: ['Address', 'Dirección'],
  chain: ['Chain', 'Cadena'],
  iban: ['IBAN', 'IBAN'],
  bic: ['BIC', 'BIC'],
  clabe: ['CLABE', 'CLABE'],
  pix_key: ['Pix key', 'Clave Pix'],
  pix_key_type: ['Kind of Pix key', 'Tipo de clave Pix'],
  bank_name: ['Bank', 'Banco'],
  bank_code: ['Bank code', 'Código del banco'],
  bank_account_number: ['Account number', 'Número de cuenta'],
  account_type: ['Kind of account', 'Tipo de cuenta'],
  account_holder_name: ['Account holder', 'Titular'],
  account_holder_first_name: ['First name of the holder', 'Nombre del titular'],
  account_holder_last_name: ['Last name of the holder', 'Apellido del titular'],
  account_holder_business_name: ['Business of the holder', 'Empresa titular'],
  legal_entity_name: ['Legal entity', 'Persona jurídica'],
  doc_type: ['Kind of document', 'Tipo de documento'],
  doc_id: ['Document number', 'Número de documento'],
  account_number: ['Account', 'Cuenta'],
  physical_address: ['Street address', 'Dirección física'],
} as const

const names: Readonly<Record<Language, Readonly<Record<string, string>>>> = bilingual({
  ...detailNames,
  alias: ['Alias', 'Alias'],
  allowed_addresses: ['Allowed addresses', 'Direcciones permitidas'],
  amount: ['Amount', 'Monto'],
  client_id: ['Client identifier', 'Identificador de cliente'],
  client_secret: ['Client secret', 'Secreto de cliente'],
  content: ['Document', 'Documento'],
  currency: ['Currency', 'Moneda'],
  description: ['Description', 'Descripción'],
  email: ['E-mail address', 'Correo electrónico'],
  event_types: ['Events', 'Eventos'],
  expires_at: ['Expires', 'Vence'],
  external_reference_id: ['Your reference', 'Su referencia'],
  first_name: ['First name', 'Nombre'],
  issuer: ['Address of the provider', 'Dirección del proveedor'],
  label: ['Label', 'Etiqueta'],
  last_name: ['Last name', 'Apellido'],
  login: ['Login', 'Usuario'],
  method: ['Method', 'Método'],
  metadata: ['Metadata', 'Metadatos'],
  name: ['Name', 'Nombre'],
  note: ['Note', 'Nota'],
  order_id: ['Order', 'Orden'],
  payin_amount: ['Payin amount', 'Monto de entrada'],
  payout_amount: ['Payout amount', 'Monto de salida'],
  reason: ['Reason', 'Motivo'],
  role: ['Role', 'Rol'],
  url: ['URL', 'URL'],
})

/** A field without a name here is called as programs call it, in words. */
export function nameOfField(field: string, language: Language): string {
  const known = names[language]
  if (Object.hasOwn(known, field)) return known[field] ?? field
  const words = field.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
