// Entries of the audit trails that are no acts of a form of the desk: what people do with their accounts, what customers do, and
// what the service does by itself. A test reads the sources of the service for one without words.
import { bilingual } from '../parts/bilingual.ts'

export const entryActTexts = bilingual({
  'approval.proposed': ['Propose an act', 'Proponer un acto'],
  'approval.approved': ['Approve an act', 'Aprobar un acto'],
  'approval.rejected': ['Reject an act', 'Rechazar un acto'],
  'approval.withdrawn': ['Withdraw an act', 'Retirar un acto'],
  'approval.lapsed': ['An act lapsed', 'Un acto caducó'],
  'approval.refused': ['An approved act was refused', 'Un acto aprobado se negó'],
  'audit.heads': ['Note the heads of audit trails', 'Anotar los extremos de las auditorías'],
  'configuration.due': ['A version took effect', 'Una versión entró en vigor'],
  'configuration.export': ['Save the configuration', 'Guardar la configuración'],
  'export.made': ['Export rows', 'Exportar filas'],
  'information_request.read': ['Read an answer', 'Leer una respuesta'],
  'information_request.read_document': ['Read a document', 'Leer un documento'],
  'instrument.details_read': ['Read details of an instrument', 'Leer detalles de un instrumento'],
  'reconciliation.made': ['Compare a statement', 'Comparar un extracto'],
  'session.replayed': ['A session was used twice', 'Una sesión se usó dos veces'],
  'travel_rule.read': ['Read a record of the travel rule', 'Leer un registro de la travel rule'],
  'api_key.created': ['A customer created an API key', 'Un cliente creó una clave de API'],
  'api_key.rotated': ['A customer rotated an API key', 'Un cliente rotó una clave de API'],
  'api_key.revoked': ['A customer revoked an API key', 'Un cliente revocó una clave de API'],
  'chat_notices.changed': [
    'A customer changed the notices of a chat',
    'Un cliente cambió los avisos del chat',
  ],
  'customer_user.admitted': ['A person was admitted', 'Una persona fue admitida'],
  'customer_user.changed': ['A person was changed', 'Una persona fue cambiada'],
  'customer_user.code_refused': ['A person gave a wrong code', 'Una persona dio un código erróneo'],
  'customer_user.enrolled': ['A person enrolled', 'Una persona se inscribió'],
  'customer_user.identity_linked': [
    'A person linked an account of the provider',
    'Una persona vinculó una cuenta del proveedor',
  ],
  'customer_user.invited': ['Invite a person', 'Invitar a una persona'],
  'customer_user.notices_changed': [
    'A person chose other notices',
    'Una persona eligió otros avisos',
  ],
  'customer_user.passkey_added': ['A person added a passkey', 'Una persona agregó una passkey'],
  'customer_user.passkey_removed': ['A person removed a passkey', 'Una persona quitó una passkey'],
  'customer_user.reset': ['A person was reset', 'Una persona fue restablecida'],
  'customer_user.session_ended': [
    'A session of a person was ended',
    'Se terminó la sesión de una persona',
  ],
  'customer_user.sign_in_failed': [
    'A person failed to sign in',
    'Una persona no logró iniciar sesión',
  ],
  'customer_user.signed_in': ['A person signed in', 'Una persona inició sesión'],
  'customer_user.signed_out': ['A person signed out', 'Una persona cerró la sesión'],
  'deposits.returns_erased': [
    'Details of returned deposits were erased',
    'Se borraron datos de depósitos devueltos',
  ],
  'deposits.senders_erased': [
    'Senders of deposits were erased',
    'Se borraron remitentes de depósitos',
  ],
  'enterprise_settings.asked': [
    'A customer asked for other settings',
    'Un cliente pidió otra configuración',
  ],
  'enterprise_settings.changed': [
    'A customer changed the settings',
    'Un cliente cambió la configuración',
  ],
  'enterprise_settings.withdrawn': [
    'A customer discarded a change of the settings',
    'Un cliente descartó un cambio de la configuración',
  ],
  'identity_provider.asked': [
    'A customer asked for another identity provider',
    'Un cliente pidió otro proveedor de identidad',
  ],
  'identity_provider.changed': [
    'A customer changed the identity provider',
    'Un cliente cambió el proveedor de identidad',
  ],
  'identity_provider.rejected': [
    'A customer rejected a change of the identity provider',
    'Un cliente rechazó un cambio del proveedor de identidad',
  ],
  'identity_provider.removed': [
    'A customer removed the identity provider',
    'Un cliente quitó el proveedor de identidad',
  ],
  'identity_provider.withdrawn': [
    'A customer withdrew a change of the identity provider',
    'Un cliente retiró un cambio del proveedor de identidad',
  ],
  'information_request.erased': ['An answer was erased', 'Se borró una respuesta'],
  'instrument.erased': [
    'Details of an instrument were erased',
    'Se borraron datos de un instrumento',
  ],
  'order.approved': ['A customer approved an order', 'Un cliente aprobó una orden'],
  'order.lapsed': ['A prepared order lapsed', 'Una orden preparada caducó'],
  'order.prepared': ['A customer prepared an order', 'Un cliente preparó una orden'],
  'order.rejected': ['A customer rejected an order', 'Un cliente rechazó una orden'],
  'order.withdrawn': ['A customer withdrew an order', 'Un cliente retiró una orden'],
  'payouts.preparations_erased': [
    'What was prepared for payouts was erased',
    'Se borró lo preparado para pagos',
  ],
  'rail_entries.payers_erased': [
    'Payers of entries of rails were erased',
    'Se borraron pagadores de entradas de rieles',
  ],
  'refunds.preparations_erased': [
    'What was prepared for refunds was erased',
    'Se borró lo preparado para reembolsos',
  ],
  'strays.returns_erased': [
    'Details of returned strays were erased',
    'Se borraron datos de fondos extraviados devueltos',
  ],
  'user.code_refused': ['A user gave a wrong code', 'Un usuario dio un código erróneo'],
  'user.enrolled': ['A user enrolled', 'Un usuario se inscribió'],
  'user.identity_linked': ['A user linked an account', 'Un usuario vinculó una cuenta'],
  'user.passkey_added': ['A user added a passkey', 'Un usuario agregó una passkey'],
  'user.passkey_removed': ['A user removed a passkey', 'Un usuario quitó una passkey'],
  'user.sign_in_failed': ['A user failed to sign in', 'Un usuario no logró iniciar sesión'],
  'user.signed_in': ['A user signed in', 'Un usuario inició sesión'],
  'user.signed_out': ['A user signed out', 'Un usuario cerró la sesión'],
})
