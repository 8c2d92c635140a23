// Defines the operators' commands on information requests and travel rule records.
import type { Command } from 'commander'
import { asClient, groupOf } from './client/add-client.ts'

const REASON = ['--reason <text>', 'why, for the audit trail'] as const

export function addInformationCommands(program: Command): void {
  const information = groupOf(program, 'information', 'what the desk asks organizations')
  // customer-commands.ts has `list` and `show`, which customers have too.
  asClient(
    information
      .command('ask')
      .description('ask an organization for information, about itself or about an order')
      .argument('<organization>', 'the identifier (org_…)')
      .argument('<file>', 'a YAML or JSON file with message, fields, documents and deadline')
      .option('--order <id>', 'the order that it is about (ord_…)')
      .option('--deadline <timestamp>', 'until when, instead of the one in the file')
      .option('--freeze', 'freeze the order as well', false)
      .requiredOption(...REASON),
  )
  asClient(
    information
      .command('close')
      .description('end a request: nothing more is needed, or another one takes its place')
      .argument('<id>', 'the identifier (irq_…)')
      .requiredOption(...REASON),
  )
  asClient(
    information
      .command('read')
      .description('read what was answered; the audit trail has an entry')
      .argument('<id>', 'the identifier (irq_…)')
      .requiredOption(...REASON),
  )
  asClient(
    information
      .command('document')
      .description('write a document of an answer to a new file; the audit trail has an entry')
      .argument('<id>', 'the identifier of the request (irq_…)')
      .argument('<document>', 'the identifier of the document (ird_…)')
      .requiredOption('--to <file>', 'a file that does not exist yet')
      .requiredOption(...REASON),
  )

  const travelRule = groupOf(program, 'travel-rule', 'records of originator and beneficiary')
  asClient(
    travelRule
      .command('read')
      .description('read the newest record of a wallet; the audit trail has an entry')
      .argument('<instrument>', 'the wallet (epi_…)')
      .requiredOption(...REASON),
  )
}
