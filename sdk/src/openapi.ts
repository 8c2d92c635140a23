// Generated from openapi.json by `npm run generate`.
export interface paths {
    "/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description All organizations of the enterprise, oldest first. An API key bound to an organization lists only that one.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description The organization starts in COMPLIANCE_HOLD until an operator releases it. The sandbox releases it at once.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description The organization with every status that it had.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/volume_limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List volume limits
         * @description What the organization and its instruments may order in a day and in a month, with what is used and what remains. Empty if nothing is limited.
         */
        get: operations["listVolumeLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description All keys of the enterprise, oldest first. A key bound to an organization lists the keys bound to that organization.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description It may do no more than the calling key, in no more organizations, from no other addresses and no longer. It ends when the calling key is revoked. A repeated request is answered with `secret` null.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description The key without its secret.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It stops working within a second, and so do the keys made by it. The keys made by a replaced key stay with its replacement. A key can revoke itself. Idempotent: a repeated request returns the key as it is now.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{api_key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a key that allows the same. The old key works for another day, or for `overlap_seconds`. The calling key must allow as much itself. A repeated request is answered with `secret` null.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/external_payment_instruments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List instruments
         * @description All external payment instruments of the organization, oldest first.
         */
        get: operations["listInstruments"];
        put?: never;
        /**
         * Create an instrument
         * @description Details never change; to change them, create a new instrument. An instrument starts in COMPLIANCE_HOLD until an operator releases it. The sandbox releases it at once, unless the account is on hold.
         */
        post: operations["createInstrument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/external_payment_instruments/{external_payment_instrument_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an instrument
         * @description The instrument with its full details and every status that it had. Archived ones too.
         */
        get: operations["getInstrument"];
        put?: never;
        post?: never;
        /**
         * Archive an instrument
         * @description The instrument stays readable but cannot be used for anything new. Refused while an open order or refund needs it. Idempotent: a repeated request returns the same.
         */
        delete: operations["archiveInstrument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liquidity-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List liquidity providers
         * @description Sorted by name, with the hours of each pair today and on the next six days, in UTC.
         */
        get: operations["listLiquidityProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liquidity-providers/{name}/exchange-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a provider's exchange rate
         * @description The current indicative rate of a pair; by default of the provider's first pair.
         */
        get: operations["getExchangeRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/configured-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List configured routes
         * @description All routes of the organization, oldest first, disabled ones included.
         */
        get: operations["listConfiguredRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/offerings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create offerings
         * @description Creates one offering for each enabled route and each pair of active instruments that fits it. Send no body or an empty object.
         */
        post: operations["createOfferings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/offerings/{offering_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an offering
         * @description The offering as it was created. Its rate does not change any more.
         */
        get: operations["getOffering"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quotes
         * @description Newest first, expired and used ones too. Without `limit` and `cursor` the response streams the complete list. A body that ends early is incomplete.
         */
        get: operations["listQuotes"];
        put?: never;
        /**
         * Create a quote
         * @description Prices an amount at the current rate as a firm quote. Send exactly one of `payin_amount` and `payout_amount`; both or neither results in 400.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/quotes/{quote_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a quote
         * @description The quote as it was created. It stays readable after it expired.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Newest first. Without `limit` and `cursor` the response streams the complete list. A body that ends early is incomplete.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create an order
         * @description Creates an order from a quote and returns the instructions to fund it. A quote can be used for one order.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/orders/{order_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description The order as it is now, with every status that it had.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/orders/{order_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order's timeline
         * @description The history of the order and of your money: events, deposits, the fill at your rate, payouts, refunds and the transfers of your account.
         */
        get: operations["getOrderTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/orders/{order_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order
         * @description Possible while the order awaits funding. Deposits received so far are refunded. Idempotent: a repeated request returns the order as it is now.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/orders/{order_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a declined order
         * @description Sends the money of a declined order back instead of retrying it. Idempotent: a repeated request returns the order as it is now.
         */
        post: operations["refundOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/orders/{order_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a declined order
         * @description Creates an order from a fresh quote of the same offering and funds it with the money of the declined order. The rest of the money is refunded.
         */
        post: operations["retryOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/orders/{order_id}/simulate-demo-funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate that the customer funded an order
         * @description Sandbox only. The order then advances to STEP_4_COMPLETED without further requests.
         */
        post: operations["simulateDemoFunding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deposits
         * @description Deposits that arrived for orders. Newest first. Without `limit` and `cursor` the response streams the complete list. A body that ends early is incomplete.
         */
        get: operations["listDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/deposits/{deposit_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deposit
         * @description The deposit as it is now.
         */
        get: operations["getDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description Attempts to pay beneficiaries. An order has several if one was rejected or came back. Newest first. Without `limit` and `cursor` the response streams the complete list. A body that ends early is incomplete.
         */
        get: operations["listPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/payouts/{payout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payout
         * @description The payout as it is now.
         */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Payments back to payers. Newest first. Without `limit` and `cursor` the response streams the complete list. A body that ends early is incomplete.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/refunds/{refund_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a refund
         * @description The refund as it is now.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/orders/{order_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of an order
         * @description Of an order that is completed or refunded: what was paid in, the rate, the fee, what was paid out or back, and what the banks or chains know it by. Accounts are shown by their last four characters. The same order has the same receipt, byte for byte. The Accept header decides: `text/html` (the default) or `application/pdf`.
         */
        get: operations["getOrderReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/orders/{order_id}/receipt.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of an order in PDF
         * @description Of an order that is completed or refunded: what was paid in, the rate, the fee, what was paid out or back, and what the banks or chains know it by. Accounts are shown by their last four characters. The same order has the same receipt, byte for byte.
         */
        get: operations["getOrderReceiptPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/information-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List information requests
         * @description What operators ask the organization. Newest first. Without `limit` and `cursor` the response streams the complete list.
         */
        get: operations["listInformationRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/information-requests/{information_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an information request
         * @description What is asked, until when, and whether it was answered.
         */
        get: operations["getInformationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/information-requests/{information_request_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a document
         * @description For a document that the request asks for. Encrypted at once; no answer of the API has its content. At most 30 for a request. Only those that the answer names belong to it.
         */
        post: operations["uploadInformationDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/information-requests/{information_request_id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer an information request
         * @description Once, with all required fields and documents. The values are encrypted at once; no answer of the API has them.
         */
        post: operations["answerInformationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/external_payment_instruments/{external_payment_instrument_id}/travel-rule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the travel rule needs
         * @description From which amount on transfers from or to the wallet need a record, and whether one was given. The content is not shown.
         */
        get: operations["getTravelRule"];
        put?: never;
        /**
         * Give a travel rule record
         * @description Originator and beneficiary of transfers from or to a wallet. Encrypted at once; no answer of the API has the content. The newest record counts. Transfers that are held for it go on within seconds.
         */
        post: operations["giveTravelRuleRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or stream events
         * @description Oldest first, in the order of their commits, or newest first. No event is ever added before one that you have read. The answer is always a page, of 50 events by default, with a Link to the next page. Oldest first, the Link of the last page returns later events. With `Accept: text/event-stream` the events come as Server-Sent Events: after `Last-Event-ID` or `cursor`, or from now on without both.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Oldest first.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description The answer has the secret that signs the requests. It is not shown again.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description The endpoint without its secret.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description No further events are sent to it. The answer shows the endpoint before its deletion.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Omitted fields do not change. Enabling the endpoint resets its failures.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description The answer has the new secret, which is not shown again. The previous secret also signs for 24 hours.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook endpoint
         * @description Sends an event of the type `webhook.test` to the endpoint.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description The newest event first.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{organization_id}/webhook-endpoints/{webhook_endpoint_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again
         * @description One event, or the events of a period that the endpoint listens to, up to the oldest 10000.
         */
        post: operations["redeliverWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints of the enterprise
         * @description Oldest first. An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.
         */
        get: operations["listEnterpriseWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint of the enterprise
         * @description The answer has the secret that signs the requests. It is not shown again. An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.
         */
        post: operations["createEnterpriseWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint of the enterprise
         * @description The endpoint without its secret. An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.
         */
        get: operations["getEnterpriseWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint of the enterprise
         * @description No further events are sent to it. The answer shows the endpoint before its deletion. An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.
         */
        delete: operations["deleteEnterpriseWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint of the enterprise
         * @description Omitted fields do not change. Enabling the endpoint resets its failures. An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.
         */
        patch: operations["changeEnterpriseWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint of the enterprise
         * @description The answer has the new secret, which is not shown again. The previous secret also signs for 24 hours. An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.
         */
        post: operations["rotateEnterpriseWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook endpoint of the enterprise
         * @description Sends an event of the type `webhook.test` to the endpoint. An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.
         */
        post: operations["testEnterpriseWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint of the enterprise
         * @description The newest event first. An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.
         */
        get: operations["listEnterpriseWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_endpoint_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again, to an endpoint of the enterprise
         * @description One event, or the events of a period that the endpoint listens to, up to the oldest 10000. An endpoint of the enterprise gets the events of all its organizations. Keys bound to one organization cannot use it.
         */
        post: operations["redeliverEnterpriseWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sandbox scenarios
         * @description A payin total that ends in 911 and the cents shown selects a scenario. So does the alias of one of the two instruments.
         */
        get: operations["listScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the clock of the sandbox
         * @description Its present time, and how far that is ahead of the real time.
         */
        get: operations["getSandboxClock"];
        put?: never;
        /**
         * Move the clock of the sandbox
         * @description Send exactly one of `advance_ms` and `now`. The clock moves forward only, by at most 366 days at a time, for all users of the deployment. Work that becomes due is done at once, in the order in which it was due.
         */
        post: operations["moveSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.created
         * @description An order was created. Sent to webhook endpoints that listen to `order.created`.
         */
        post: operations["onOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.funded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.funded
         * @description The money for an order has arrived. Sent to webhook endpoints that listen to `order.funded`.
         */
        post: operations["onOrderFunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.funding_expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.funding_expired
         * @description The funding expiry of an order passed. Sent to webhook endpoints that listen to `order.funding_expired`.
         */
        post: operations["onOrderFundingExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.cancelled
         * @description An order was cancelled. Sent to webhook endpoints that listen to `order.cancelled`.
         */
        post: operations["onOrderCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.filled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.filled
         * @description The conversion for an order is done. Sent to webhook endpoints that listen to `order.filled`.
         */
        post: operations["onOrderFilled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.declined
         * @description The liquidity provider declined an order, or the desk ended it before the conversion. Sent to webhook endpoints that listen to `order.declined`.
         */
        post: operations["onOrderDeclined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.completed
         * @description The beneficiary of an order was paid. Sent to webhook endpoints that listen to `order.completed`.
         */
        post: operations["onOrderCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.refund_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.refund_requested
         * @description A refund will be sent: it was requested, a payout was rejected, or a deposit came late. Sent to webhook endpoints that listen to `order.refund_requested`.
         */
        post: operations["onOrderRefundRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.refunded
         * @description All refunds of an order are done. Sent to webhook endpoints that listen to `order.refunded`.
         */
        post: operations["onOrderRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.retried": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.retried
         * @description Another order took over the money of a declined one. Sent to webhook endpoints that listen to `order.retried`.
         */
        post: operations["onOrderRetried"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.parked
         * @description An order was parked and waits for an operator. Sent to webhook endpoints that listen to `order.parked`.
         */
        post: operations["onOrderParked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.released": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.released
         * @description An operator released a parked order. Sent to webhook endpoints that listen to `order.released`.
         */
        post: operations["onOrderReleased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.delayed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.delayed
         * @description An order takes longer than expected, or waits to be decided. Sent to webhook endpoints that listen to `order.delayed`.
         */
        post: operations["onOrderDelayed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "deposit.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * deposit.recorded
         * @description A deposit for an order arrived. Sent to webhook endpoints that listen to `deposit.recorded`.
         */
        post: operations["onDepositRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout.returned
         * @description A settled payout came back. The desk holds the money until an operator decides. Sent to webhook endpoints that listen to `payout.returned`.
         */
        post: operations["onPayoutReturned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.settled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout.settled
         * @description A payout that had come back was paid again. Sent to webhook endpoints that listen to `payout.settled`.
         */
        post: operations["onPayoutSettled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.updated
         * @description A refund was created or its status changed. Sent to webhook endpoints that listen to `refund.updated`.
         */
        post: operations["onRefundUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "instrument.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * instrument.status_changed
         * @description The status of an external payment instrument changed. Sent to webhook endpoints that listen to `instrument.status_changed`.
         */
        post: operations["onInstrumentStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "organization.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * organization.status_changed
         * @description The status of the organization changed. Sent to webhook endpoints that listen to `organization.status_changed`.
         */
        post: operations["onOrganizationStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "instrument.travel_rule_required": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * instrument.travel_rule_required
         * @description Money is held until the wallet has a travel rule record. Sent to webhook endpoints that listen to `instrument.travel_rule_required`.
         */
        post: operations["onInstrumentTravelRuleRequired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "information.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * information.requested
         * @description An operator asks the organization for information. Sent to webhook endpoints that listen to `information.requested`.
         */
        post: operations["onInformationRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "information.answered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * information.answered
         * @description An information request was answered. Sent to webhook endpoints that listen to `information.answered`.
         */
        post: operations["onInformationAnswered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "information.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * information.closed
         * @description An operator closed an information request: nothing is needed any more. Sent to webhook endpoints that listen to `information.closed`.
         */
        post: operations["onInformationClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.test
         * @description A test of a webhook endpoint was requested. An endpoint can neither select nor exclude this type. Sent to webhook endpoints that listen to `webhook.test`.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The API key may not be used from this address. */
        AddressNotAllowedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 403;
            /**
             * @description The error.
             * @constant
             */
            code: "address_not_allowed";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "address_not_allowed";
        };
        /**
         * @description HOME: of residence. BIZZ: of business. GEOG: another place.
         * @example HOME
         * @enum {string}
         */
        AddressType: "HOME" | "BIZZ" | "GEOG";
        /** @description The amount must be greater than zero. */
        AmountNotPositiveProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "amount_not_positive";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "amount_not_positive";
        };
        /** @description The amount is outside the limits of the route. */
        AmountOutOfLimitsProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "amount_out_of_limits";
            limits: components["schemas"]["PayinLimits"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "amount_out_of_limits";
        };
        /** @description The amount has more decimals than its currency. */
        AmountPrecisionProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "amount_precision";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "amount_precision";
        };
        /** @description A key of the enterprise, without its secret. */
        ApiKey: {
            /**
             * @description The API key.
             * @example key_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Back office
             */
            label: string;
            status: components["schemas"]["ApiKeyStatus"];
            /**
             * @description What it may do.
             * @example [
             *       "read"
             *     ]
             */
            scopes: components["schemas"]["KeyScope"][];
            /** @description The one organization it is bound to; null for all of the enterprise. */
            organization_id: string | null;
            /** @description Where it may be used from; empty for anywhere. */
            allowed_addresses: string[];
            /**
             * @description The key that it replaced in a rotation; null if it replaced none.
             * @example null
             */
            replaces_key_id: string | null;
            /**
             * @description The key that replaced it in a rotation; null if none did.
             * @example null
             */
            replaced_by_key_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When it stops working; null for never. */
            expires_at: string | null;
            /**
             * @description When it was revoked; null if it was not.
             * @example null
             */
            revoked_at: string | null;
            /** @description When it was last used, up to a minute ago; null if never. */
            last_used_at: string | null;
        };
        /** @description Rows of ApiKey: all of them, or a page where the request asked for one. */
        ApiKeyList: {
            /** @description Rows of ApiKey: all of them, or a page where the request asked for one. */
            data: components["schemas"]["ApiKey"][];
        };
        /** @description The API key can no longer be rotated. */
        ApiKeyNotActiveProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "api_key_not_active";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "api_key_not_active";
        };
        /** @description One ApiKey. */
        ApiKeyResponse: {
            data: components["schemas"]["ApiKey"];
        };
        /** @description How to rotate an API key. */
        ApiKeyRotation: {
            /**
             * Format: int32
             * @description How long the old key goes on working; 86400 by default.
             * @example 3600
             */
            overlap_seconds?: number;
        };
        /**
         * @description ACTIVE: it works. EXPIRED: its expiry has passed. REVOKED: it was revoked.
         * @example ACTIVE
         * @enum {string}
         */
        ApiKeyStatus: "ACTIVE" | "EXPIRED" | "REVOKED";
        /** @description The API key may not grant or manage more than it has. */
        ApiKeyTooBroadProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 403;
            /**
             * @description The error.
             * @constant
             */
            code: "api_key_too_broad";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "api_key_too_broad";
        };
        /** @description A new API key. */
        ApiKeyWithSecret: {
            /**
             * @description The API key.
             * @example key_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Back office
             */
            label: string;
            status: components["schemas"]["ApiKeyStatus"];
            /**
             * @description What it may do.
             * @example [
             *       "read"
             *     ]
             */
            scopes: components["schemas"]["KeyScope"][];
            /** @description The one organization it is bound to; null for all of the enterprise. */
            organization_id: string | null;
            /** @description Where it may be used from; empty for anywhere. */
            allowed_addresses: string[];
            /**
             * @description The key that it replaced in a rotation; null if it replaced none.
             * @example null
             */
            replaces_key_id: string | null;
            /**
             * @description The key that replaced it in a rotation; null if none did.
             * @example null
             */
            replaced_by_key_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When it stops working; null for never. */
            expires_at: string | null;
            /**
             * @description When it was revoked; null if it was not.
             * @example null
             */
            revoked_at: string | null;
            /** @description When it was last used, up to a minute ago; null if never. */
            last_used_at: string | null;
            /** @description The key to send in the Authorization header. It is not shown again: null in the answer to a repeated request. */
            secret: string | null;
        };
        /** @description One ApiKeyWithSecret. */
        ApiKeyWithSecretResponse: {
            data: components["schemas"]["ApiKeyWithSecret"];
        };
        /** @description A problem with the HTTP status 400. */
        BadRequestProblem: components["schemas"]["InvalidJsonProblem"] | components["schemas"]["DuplicateJsonKeyProblem"] | components["schemas"]["JsonTooDeepProblem"] | components["schemas"]["InvalidRequestProblem"] | components["schemas"]["UnknownFieldProblem"] | components["schemas"]["InvalidAmountProblem"] | components["schemas"]["IdempotencyKeyMissingProblem"] | components["schemas"]["IdempotencyKeyInvalidProblem"] | components["schemas"]["DuplicateHeaderProblem"] | components["schemas"]["InvalidCursorProblem"];
        /** @description Who gets the money. */
        Beneficiary: {
            /** @description Who the beneficiary is. */
            beneficiaryPersons: components["schemas"]["IvmsPerson"][];
            /** @description Accounts or addresses. */
            accountNumber?: string[];
        };
        /** @description The body is larger than 64 KiB. */
        BodyTooLargeProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 413;
            /**
             * @description The error.
             * @constant
             */
            code: "body_too_large";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "body_too_large";
        };
        /**
         * @description An account in Brazil, by its Pix key. Carries BRL. A field that was not sent is an empty string.
         * @example {
         *       "pix_key_type": "EVP",
         *       "pix_key": "123e4567-e12b-42d1-a456-426655440000",
         *       "account_holder_name": "Ana Souza",
         *       "bank_name": "Banco do Brasil"
         *     }
         */
        BrlPixDetails: {
            pix_key_type: components["schemas"]["BrlPixPixKeyType"];
            /**
             * @description The key in the central bank's form. CPF: 11 digits. CNPJ: 14 characters. EMAIL: in lower case, at most 77 characters. PHONE: +55, area code and 8 or 9 digits. EVP: a UUID in lower case.
             * @example 123e4567-e12b-42d1-a456-426655440000
             */
            pix_key: string;
            /**
             * @description The holder, a person or a company.
             * @example Ana Souza
             */
            account_holder_name: string;
            /**
             * @description The bank. May be empty.
             * @example Banco do Brasil
             */
            bank_name: string;
        };
        /** @description How to fund an order. An account in Brazil, by its Pix key. Carries BRL. */
        BrlPixFundingInstructions: {
            /**
             * @description The currency to send.
             * @example BRL
             * @enum {string}
             */
            currency: "BRL";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "BRL_PIX";
            /** @description The account to send it to. */
            details: components["schemas"]["BrlPixDetails"];
        };
        /** @description An account in Brazil, by its Pix key. Carries BRL. */
        BrlPixInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example BRL
             * @enum {string}
             */
            currency: "BRL";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "BRL_PIX";
            details: components["schemas"]["BrlPixDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /**
         * @description The kind of `pix_key`; EVP is a random key.
         * @example EVP
         * @enum {string}
         */
        BrlPixPixKeyType: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "EVP";
        /**
         * @description A type of event that can be selected.
         * @example order.completed
         * @enum {string}
         */
        ChosenEventType: "order.created" | "order.funded" | "order.funding_expired" | "order.cancelled" | "order.filled" | "order.declined" | "order.completed" | "order.refund_requested" | "order.refunded" | "order.retried" | "order.parked" | "order.released" | "order.delayed" | "deposit.recorded" | "payout.returned" | "payout.settled" | "refund.updated" | "instrument.status_changed" | "organization.status_changed" | "instrument.travel_rule_required" | "information.requested" | "information.answered" | "information.closed";
        /** @description A duration to add, or the new time. */
        ClockMove: components["schemas"]["ClockMoveBy"] | components["schemas"]["ClockMoveTo"];
        /** @description Adds a duration. */
        ClockMoveBy: {
            /**
             * Format: int64
             * @description Milliseconds to add. Concurrent moves add up.
             * @example 7201000
             */
            advance_ms: number;
        };
        /** @description Sets a new time. */
        ClockMoveTo: {
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. Not before the current time of the sandbox.
             * @example 2026-03-02T16:05:09.120Z
             */
            now: string;
        };
        /** @description A conversion that the desk offers an organization, with its terms. */
        ConfiguredRoute: {
            /**
             * @description The route.
             * @example rt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            order_type: components["schemas"]["OrderType"];
            /**
             * @description The currency that the customer pays in.
             * @example USDC
             */
            payin_currency: string;
            /**
             * @description The currency that is paid out.
             * @example COP
             */
            payout_currency: string;
            /**
             * @description The name of the liquidity provider that converts.
             * @example ALPHA
             */
            liquidity_provider: string;
            /** @description True if the operator has disabled the route: it takes no quotes and no orders. */
            is_disabled: boolean;
            estimated_settlement_time: components["schemas"]["SettlementTime"];
            payin_limits: components["schemas"]["PayinLimits"];
            /** @description Bands of the payin amount, which is the payin total where the fee is taken out of it (inclusive), and what is converted where the fee is added to it (exclusive). */
            indicative_cost_tiers: components["schemas"]["CostTier"][];
            /** @description The route's own hours. The route trades when its own hours and those of its provider's pair are open. Without own hours, only the pair's hours count. */
            trading_hours: components["schemas"]["TradingHours"][];
            /** @description False if the route has no own hours. Then only its provider's hours limit trading. */
            has_trading_hours_configured: boolean;
            /** @description Whether the current time is within the route's own hours. False if it has no own hours; that does not close the route, since then only its provider's hours limit trading. */
            is_within_trading_hours: boolean;
            /** @description The instrument methods that this route accepts; empty means all. */
            inclusive_account_types: components["schemas"]["InstrumentMethod"][];
        };
        /** @description Rows of ConfiguredRoute: all of them, or a page where the request asked for one. */
        ConfiguredRouteList: {
            /** @description Rows of ConfiguredRoute: all of them, or a page where the request asked for one. */
            data: components["schemas"]["ConfiguredRoute"][];
        };
        /** @description A problem with the HTTP status 409. */
        ConflictProblem: components["schemas"]["QuoteExpiredProblem"] | components["schemas"]["QuoteAlreadyUsedProblem"] | components["schemas"]["OrderNotAwaitingFundingProblem"] | components["schemas"]["FundingNotSimulatedProblem"] | components["schemas"]["OrderNotCancellableProblem"] | components["schemas"]["OrderNotRetryableProblem"] | components["schemas"]["OrderNotRefundableProblem"] | components["schemas"]["ReceiptNotAvailableProblem"] | components["schemas"]["RetryNotCoveredProblem"] | components["schemas"]["OfferingUnavailableProblem"] | components["schemas"]["RouteDisabledProblem"] | components["schemas"]["MarketClosedProblem"] | components["schemas"]["OrganizationNotActiveProblem"] | components["schemas"]["InstrumentNotActiveProblem"] | components["schemas"]["ExposureLimitReachedProblem"] | components["schemas"]["VolumeLimitReachedProblem"] | components["schemas"]["InstrumentInUseProblem"] | components["schemas"]["TooManyInstrumentsProblem"] | components["schemas"]["TooManyOrganizationsProblem"] | components["schemas"]["TooManyApiKeysProblem"] | components["schemas"]["ApiKeyNotActiveProblem"] | components["schemas"]["ExternalReferenceTakenProblem"] | components["schemas"]["IdempotencyInProgressProblem"] | components["schemas"]["WebhookEndpointDisabledProblem"] | components["schemas"]["TooManyWebhookEndpointsProblem"] | components["schemas"]["InformationRequestNotOpenProblem"] | components["schemas"]["TooManyDocumentsProblem"];
        /** @description The person to speak to at the organization. */
        Contact: {
            /**
             * @description E-mail address.
             * @example treasury@acme.example
             */
            email: string;
            /**
             * @description Given name.
             * @example Lucía
             */
            first_name: string;
            /**
             * @description Family name.
             * @example Rojas
             */
            last_name: string;
        };
        /** @description A problem with the HTTP status 413. */
        ContentTooLargeProblem: components["schemas"]["DocumentTooLargeProblem"] | components["schemas"]["BodyTooLargeProblem"];
        /**
         * @description The kind of account.
         * @example CHECKING
         * @enum {string}
         */
        CopBankAccountAccountType: "CHECKING" | "SAVINGS";
        /**
         * @description A bank account in Colombia, of a person or a company. Carries COP. A field that was not sent is an empty string.
         * @example {
         *       "bank_account_number": "04812345678",
         *       "bank_code": "1007",
         *       "account_holder_first_name": "María José",
         *       "account_holder_last_name": "Núñez",
         *       "legal_entity_name": "",
         *       "doc_type": "CC",
         *       "doc_id": "1020304050",
         *       "physical_address": "Calle 10 # 43E-31, Medellín",
         *       "account_type": "CHECKING"
         *     }
         */
        CopBankAccountDetails: {
            /**
             * @description 4 to 20 digits.
             * @example 04812345678
             */
            bank_account_number: string;
            /**
             * @description The code of the bank, 1 to 20 letters or digits.
             * @example 1007
             */
            bank_code: string;
            /**
             * @description Given names of a person. May be empty if `legal_entity_name` is given.
             * @example María José
             */
            account_holder_first_name: string;
            /**
             * @description Family names of a person. May be empty if `legal_entity_name` is given.
             * @example Núñez
             */
            account_holder_last_name: string;
            /**
             * @description The name of a company. May be empty.
             * @example Andina Textiles SAS
             */
            legal_entity_name: string;
            doc_type: components["schemas"]["CopBankAccountDocType"];
            /**
             * @description The number of the document. CC and CE: 3 to 10 digits. TI: 10 or 11 digits. NIT: ends in its check digit. PA: 4 to 20 letters or digits.
             * @example 1020304050
             */
            doc_id: string;
            /**
             * @description The address of the holder. May be empty.
             * @example Calle 10 # 43E-31, Medellín
             */
            physical_address: string;
            account_type: components["schemas"]["CopBankAccountAccountType"];
        };
        /**
         * @description The kind of `doc_id`: CC and TI (citizens), CE (foreign residents), PA (passport), NIT (tax number).
         * @example CC
         * @enum {string}
         */
        CopBankAccountDocType: "CC" | "CE" | "NIT" | "PA" | "TI";
        /** @description How to fund an order. A bank account in Colombia, of a person or a company. Carries COP. */
        CopBankAccountFundingInstructions: {
            /**
             * @description The currency to send.
             * @example COP
             * @enum {string}
             */
            currency: "COP";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "COP_BANK_ACCOUNT";
            /** @description The account to send it to. */
            details: components["schemas"]["CopBankAccountDetails"];
        };
        /** @description A bank account in Colombia, of a person or a company. Carries COP. */
        CopBankAccountInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example COP
             * @enum {string}
             */
            currency: "COP";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "COP_BANK_ACCOUNT";
            details: components["schemas"]["CopBankAccountDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description The fee for one band of the payin amount. */
        CostTier: {
            /**
             * @description The payin amount at which the band begins, inclusive.
             * @example 10.00
             */
            min: string;
            /**
             * @description The payin amount at which the band ends, inclusive; where two bands touch, the lower one holds the edge.
             * @example 1000.00
             */
            max: string;
            /**
             * @description The fee, in basis points of the whole payin amount.
             * @example 100
             */
            bps: string;
        };
        /** @description The database cannot be reached. */
        DatabaseUnavailableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 503;
            /**
             * @description The error.
             * @constant
             */
            code: "database_unavailable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "database_unavailable";
        };
        /** @description When and where a person was born. */
        DateAndPlaceOfBirth: {
            /**
             * @description The birthday.
             * @example 1984-03-02
             */
            dateOfBirth: string;
            /**
             * @description The town and country.
             * @example Bogotá, Colombia
             */
            placeOfBirth: string;
        };
        /**
         * @description review: the order must be decided on. processing: a step takes longer than expected.
         * @example review
         * @enum {string}
         */
        DelayCode: "review" | "processing";
        /**
         * @description What happens next, in words that may be shown to people.
         * @example The order is reviewed. It then goes on, or its money is refunded.
         * @enum {string}
         */
        DelayResolution: "The order is reviewed. It then goes on, or its money is refunded." | "The order needs attention by hand. It then goes on, or its money is refunded." | "Processing is paused. The order goes on by itself afterwards." | "The conversion takes longer than usual. The order goes on by itself." | "The payment to the beneficiary takes longer than usual. The order goes on by itself.";
        /** @description A payment that arrived for the order. */
        Deposit: {
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The order that it arrived for.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description The rail's id of the transaction.
             * @example sim:ord_01jqe8m2x4fv5s0t6w7y8z9abc:0
             */
            transaction: string;
            /**
             * @description The currency that arrived.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            outcome: components["schemas"]["DepositOutcome"];
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-03-02T14:05:09.120Z
             */
            recorded_at: string;
        };
        /** @description Rows of Deposit: all of them, or a page where the request asked for one. */
        DepositList: {
            /** @description Rows of Deposit: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Deposit"][];
        };
        /**
         * @description counted: it counts towards the total. late: it came after the order had ended. extra: the order was already funded. wrong_asset: it is in another currency.
         * @example counted
         * @enum {string}
         */
        DepositOutcome: "counted" | "late" | "extra" | "wrong_asset";
        /** @description A deposit for an order arrived. */
        DepositRecordedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The deposit.
             * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            deposit_id: string;
            /**
             * @description The currency of the deposit.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the deposit.
             * @example 1000.00
             */
            amount: string;
            outcome: components["schemas"]["DepositOutcome"];
        };
        /** @description A deposit for an order arrived. */
        DepositRecordedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "deposit.recorded";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["DepositRecordedData"];
        };
        /** @description A deposit for an order arrived. */
        DepositRecordedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "deposit.recorded";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["DepositRecordedData"];
        };
        /** @description One Deposit. */
        DepositResponse: {
            data: components["schemas"]["Deposit"];
        };
        /**
         * @description customer: it was disabled over the API. operator: an operator of the service disabled it. gone: the receiver answered 410. failing: no request was accepted for five days.
         * @example customer
         * @enum {string}
         */
        DisabledReason: "customer" | "operator" | "gone" | "failing";
        /** @description The document is larger than the request allows. */
        DocumentTooLargeProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 413;
            /**
             * @description The error.
             * @constant
             */
            code: "document_too_large";
            /**
             * Format: int32
             * @description The largest size of this document.
             * @example 2000000
             */
            largest_bytes?: number;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "document_too_large";
        };
        /**
         * @description The type of its content.
         * @example application/pdf
         * @enum {string}
         */
        DocumentType: "application/pdf" | "image/jpeg" | "image/png";
        /** @description A header that must occur once was sent twice. */
        DuplicateHeaderProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "duplicate_header";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "duplicate_header";
        };
        /** @description The body names a key twice in one object. */
        DuplicateJsonKeyProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "duplicate_json_key";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "duplicate_json_key";
        };
        /** @description An object without fields, which may also be left out. */
        EmptyBody: Record<string, never>;
        /**
         * @description A credit is money owed to the organization. A debit is money that was used or sent.
         * @example credit
         * @enum {string}
         */
        EntrySide: "debit" | "credit";
        /**
         * @description The error. Programs branch on it.
         * @example invalid_request
         * @enum {string}
         */
        ErrorCode: "invalid_json" | "duplicate_json_key" | "json_too_deep" | "invalid_request" | "unknown_field" | "invalid_amount" | "idempotency_key_missing" | "idempotency_key_invalid" | "duplicate_header" | "invalid_cursor" | "unauthenticated" | "insufficient_scope" | "organization_not_permitted" | "api_key_too_broad" | "sandbox_key_required" | "address_not_allowed" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "quote_expired" | "quote_already_used" | "order_not_awaiting_funding" | "funding_not_simulated" | "order_not_cancellable" | "order_not_retryable" | "order_not_refundable" | "receipt_not_available" | "retry_not_covered" | "offering_unavailable" | "route_disabled" | "market_closed" | "organization_not_active" | "instrument_not_active" | "exposure_limit_reached" | "volume_limit_reached" | "instrument_in_use" | "too_many_instruments" | "too_many_organizations" | "too_many_api_keys" | "api_key_not_active" | "external_reference_taken" | "idempotency_in_progress" | "webhook_endpoint_disabled" | "too_many_webhook_endpoints" | "information_request_not_open" | "too_many_documents" | "document_too_large" | "body_too_large" | "unsupported_media_type" | "too_many_offerings" | "amount_out_of_limits" | "amount_precision" | "amount_not_positive" | "invalid_details" | "invalid_answer" | "invalid_document" | "idempotency_key_reused" | "url_not_allowed" | "rate_limited" | "headers_too_large" | "internal_error" | "funding_account_unavailable" | "quotes_halted" | "rate_unavailable" | "instrument_busy" | "database_unavailable" | "shutting_down";
        /** @description Something that happened in an organization, told apart by `type`. */
        Event: components["schemas"]["OrderCreatedEvent"] | components["schemas"]["OrderFundedEvent"] | components["schemas"]["OrderFundingExpiredEvent"] | components["schemas"]["OrderCancelledEvent"] | components["schemas"]["OrderFilledEvent"] | components["schemas"]["OrderDeclinedEvent"] | components["schemas"]["OrderCompletedEvent"] | components["schemas"]["OrderRefundRequestedEvent"] | components["schemas"]["OrderRefundedEvent"] | components["schemas"]["OrderRetriedEvent"] | components["schemas"]["OrderParkedEvent"] | components["schemas"]["OrderReleasedEvent"] | components["schemas"]["OrderDelayedEvent"] | components["schemas"]["DepositRecordedEvent"] | components["schemas"]["PayoutReturnedEvent"] | components["schemas"]["PayoutSettledEvent"] | components["schemas"]["RefundUpdatedEvent"] | components["schemas"]["InstrumentStatusChangedEvent"] | components["schemas"]["OrganizationStatusChangedEvent"] | components["schemas"]["InstrumentTravelRuleRequiredEvent"] | components["schemas"]["InformationRequestedEvent"] | components["schemas"]["InformationAnsweredEvent"] | components["schemas"]["InformationClosedEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description Rows of Event: all of them, or a page where the request asked for one. */
        EventList: {
            /** @description Rows of Event: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Event"][];
        };
        /**
         * @description oldest_first: in the order of their commits. newest_first: the other way round.
         * @enum {string}
         */
        EventSort: "oldest_first" | "newest_first";
        /**
         * @description A type of event.
         * @example order.funded
         * @enum {string}
         */
        EventType: "order.created" | "order.funded" | "order.funding_expired" | "order.cancelled" | "order.filled" | "order.declined" | "order.completed" | "order.refund_requested" | "order.refunded" | "order.retried" | "order.parked" | "order.released" | "order.delayed" | "deposit.recorded" | "payout.returned" | "payout.settled" | "refund.updated" | "instrument.status_changed" | "organization.status_changed" | "instrument.travel_rule_required" | "information.requested" | "information.answered" | "information.closed" | "webhook.test";
        /**
         * @description The chain on which the wallet is paid.
         * @example base
         * @enum {string}
         */
        EvmAddressChain: "ethereum" | "polygon" | "base" | "arbitrum" | "optimism" | "avalanche";
        /**
         * @description A currency that EVM_ADDRESS carries.
         * @example USDC
         * @enum {string}
         */
        EvmAddressCurrency: "USDC" | "USDT" | "EURC";
        /**
         * @description A wallet on a chain with Ethereum addresses. Carries USDC, USDT, EURC. A field that was not sent is an empty string.
         * @example {
         *       "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *       "chain": "base"
         *     }
         */
        EvmAddressDetails: {
            /**
             * @description 0x and 40 hexadecimal digits, in one case or with the EIP-55 checksum.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            address: string;
            chain: components["schemas"]["EvmAddressChain"];
        };
        /** @description How to fund an order. A wallet on a chain with Ethereum addresses. Carries USDC, USDT, EURC. */
        EvmAddressFundingInstructions: {
            /** @description The currency to send. */
            currency: components["schemas"]["EvmAddressCurrency"];
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "EVM_ADDRESS";
            /** @description The account to send it to. */
            details: components["schemas"]["EvmAddressDetails"];
        };
        /** @description A wallet on a chain with Ethereum addresses. Carries USDC, USDT, EURC. */
        EvmAddressInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /** @description The currency of the instrument. */
            currency: components["schemas"]["EvmAddressCurrency"];
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "EVM_ADDRESS";
            details: components["schemas"]["EvmAddressDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description The current indicative rate of a pair. */
        ExchangeRate: {
            /**
             * @description The currency that the customer pays in.
             * @example USDC
             */
            payin_currency: string;
            /**
             * @description The currency that is paid out.
             * @example COP
             */
            payout_currency: string;
            /**
             * @description Payout currency per unit of payin currency.
             * @example 4237.25
             */
            exchange_rate: string;
        };
        /** @description One ExchangeRate. */
        ExchangeRateResponse: {
            data: components["schemas"]["ExchangeRate"];
        };
        /** @description The orders that await funding have reached the limit of the route. */
        ExposureLimitReachedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "exposure_limit_reached";
            /**
             * @description The payin currency of the route.
             * @example USDC
             */
            currency?: string;
            /**
             * @description The limit for the total of orders that await funding.
             * @example 1000000.00
             */
            max_open_total?: string;
            /**
             * @description The total of these orders now.
             * @example 999500.00
             */
            open_total?: string;
            /**
             * @description What remains of the limit.
             * @example 500.00
             */
            remaining?: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "exposure_limit_reached";
        };
        /** @description An account or wallet that an organization pays from or to; `method` decides its fields. */
        ExternalPaymentInstrument: components["schemas"]["SolanaAddressInstrument"] | components["schemas"]["CopBankAccountInstrument"] | components["schemas"]["NgnBankAccountInstrument"] | components["schemas"]["MxnClabeInstrument"] | components["schemas"]["BrlPixInstrument"] | components["schemas"]["EvmAddressInstrument"] | components["schemas"]["IbanInstrument"];
        /** @description Rows of ExternalPaymentInstrument: all of them, or a page where the request asked for one. */
        ExternalPaymentInstrumentList: {
            /** @description Rows of ExternalPaymentInstrument: all of them, or a page where the request asked for one. */
            data: components["schemas"]["ExternalPaymentInstrument"][];
        };
        /** @description One ExternalPaymentInstrument. */
        ExternalPaymentInstrumentResponse: {
            data: components["schemas"]["ExternalPaymentInstrument"];
        };
        /** @description Another order of the organization has this external reference. */
        ExternalReferenceTakenProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "external_reference_taken";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "external_reference_taken";
        };
        /** @description A field at fault. */
        FieldError: {
            /**
             * @description An RFC 6901 pointer into the body, or `?name` for a query parameter.
             * @example /quote_id
             */
            pointer: string;
            code: components["schemas"]["FieldErrorCode"];
            /**
             * @description Completes a sentence that begins with the pointer.
             * @example is required
             */
            message: string;
        };
        /**
         * @description What is wrong with it.
         * @example required
         * @enum {string}
         */
        FieldErrorCode: "required" | "invalid_value" | "unknown_field" | "not_allowed" | "invalid_amount" | "amount_precision" | "amount_not_positive" | "amount_out_of_limits";
        /** @description A completed conversion. */
        Fill: {
            /** @description The amount that was converted: the payin total without fee and tax. */
            payin: components["schemas"]["Money"];
            /**
             * @description The fee, deducted from the payin total before the conversion.
             * @example 10.00
             */
            fee: string;
            /**
             * @description The tax on the fee.
             * @example 1.90
             */
            tax: string;
            /** @description The amount for the beneficiary. */
            payout: components["schemas"]["Money"];
            /**
             * @description The order's rate.
             * @example 4237.25
             */
            exchange_rate: string;
            /**
             * Format: date-time
             * @description When it was converted.
             * @example 2026-03-02T14:05:09.120Z
             */
            filled_at: string;
        };
        /** @description A problem with the HTTP status 403. */
        ForbiddenProblem: components["schemas"]["InsufficientScopeProblem"] | components["schemas"]["OrganizationNotPermittedProblem"] | components["schemas"]["ApiKeyTooBroadProblem"] | components["schemas"]["SandboxKeyRequiredProblem"] | components["schemas"]["AddressNotAllowedProblem"];
        /** @description No account is free to fund the order. */
        FundingAccountUnavailableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 503;
            /**
             * @description The error.
             * @constant
             */
            code: "funding_account_unavailable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "funding_account_unavailable";
        };
        /** @description The account to which the payer sends the funds of this order; `method` decides its fields. The payer quotes the reference_number with the payment. It identifies the order at an account that several orders share. */
        FundingInstructions: components["schemas"]["SolanaAddressFundingInstructions"] | components["schemas"]["CopBankAccountFundingInstructions"] | components["schemas"]["NgnBankAccountFundingInstructions"] | components["schemas"]["MxnClabeFundingInstructions"] | components["schemas"]["BrlPixFundingInstructions"] | components["schemas"]["EvmAddressFundingInstructions"] | components["schemas"]["IbanFundingInstructions"];
        /** @description The order is funded over a configured rail. */
        FundingNotSimulatedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "funding_not_simulated";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "funding_not_simulated";
        };
        /** @description A postal address. */
        GeographicAddress: {
            addressType: components["schemas"]["AddressType"];
            /**
             * @description The street.
             * @example Calle 100
             */
            streetName?: string;
            /**
             * @description The number of the building.
             * @example 8-55
             */
            buildingNumber?: string;
            /**
             * @description The name of the building.
             * @example Torre C
             */
            buildingName?: string;
            /**
             * @description The postal code.
             * @example 110221
             */
            postcode?: string;
            /**
             * @description The town.
             * @example Bogotá
             */
            townName?: string;
            /**
             * @description The state or department.
             * @example Cundinamarca
             */
            countrySubDivision?: string;
            /** @description The address in lines, where it has no other form. */
            addressLine?: string[];
            /**
             * @description Two letters of ISO 3166, such as CO.
             * @example CO
             */
            country: string;
        };
        /** @description The request headers are larger than 16 KiB. */
        HeadersTooLargeProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 431;
            /**
             * @description The error.
             * @constant
             */
            code: "headers_too_large";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "headers_too_large";
        };
        /**
         * @description A bank account with an IBAN. Carries EUR. A field that was not sent is an empty string.
         * @example {
         *       "iban": "DE89370400440532013000",
         *       "bic": "COBADEFFXXX",
         *       "account_holder_name": "Erika Mustermann",
         *       "bank_name": "Commerzbank"
         *     }
         */
        IbanDetails: {
            /**
             * @description The IBAN in upper case, without spaces.
             * @example DE89370400440532013000
             */
            iban: string;
            /**
             * @description The BIC of the bank: 8 or 11 characters in upper case. May be empty.
             * @example COBADEFFXXX
             */
            bic: string;
            /**
             * @description The holder, a person or a company.
             * @example Erika Mustermann
             */
            account_holder_name: string;
            /**
             * @description The bank. May be empty.
             * @example Commerzbank
             */
            bank_name: string;
        };
        /** @description How to fund an order. A bank account with an IBAN. Carries EUR. */
        IbanFundingInstructions: {
            /**
             * @description The currency to send.
             * @example EUR
             * @enum {string}
             */
            currency: "EUR";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "IBAN";
            /** @description The account to send it to. */
            details: components["schemas"]["IbanDetails"];
        };
        /** @description A bank account with an IBAN. Carries EUR. */
        IbanInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example EUR
             * @enum {string}
             */
            currency: "EUR";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "IBAN";
            details: components["schemas"]["IbanDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description A request with this Idempotency-Key is still in progress. */
        IdempotencyInProgressProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "idempotency_in_progress";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "idempotency_in_progress";
        };
        /** @description The Idempotency-Key header is malformed. */
        IdempotencyKeyInvalidProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "idempotency_key_invalid";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "idempotency_key_invalid";
        };
        /** @description The Idempotency-Key header is missing. */
        IdempotencyKeyMissingProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "idempotency_key_missing";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "idempotency_key_missing";
        };
        /** @description The Idempotency-Key was used with a different request. */
        IdempotencyKeyReusedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "idempotency_key_reused";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "idempotency_key_reused";
        };
        /** @description An information request was answered. */
        InformationAnsweredData: {
            /**
             * @description The information request.
             * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            information_request_id: string;
            /** @description The order that it is about. Null: the organization itself. */
            order_id: string | null;
            /**
             * Format: date-time
             * @description Until when the answer is needed.
             * @example 2026-03-02T14:05:09.120Z
             */
            deadline: string;
        };
        /** @description An information request was answered. */
        InformationAnsweredEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "information.answered";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InformationAnsweredData"];
        };
        /** @description An information request was answered. */
        InformationAnsweredPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "information.answered";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["InformationAnsweredData"];
        };
        /** @description An operator closed an information request: nothing is needed any more. */
        InformationClosedData: {
            /**
             * @description The information request.
             * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            information_request_id: string;
            /** @description The order that it is about. Null: the organization itself. */
            order_id: string | null;
            /**
             * Format: date-time
             * @description Until when the answer is needed.
             * @example 2026-03-02T14:05:09.120Z
             */
            deadline: string;
        };
        /** @description An operator closed an information request: nothing is needed any more. */
        InformationClosedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "information.closed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InformationClosedData"];
        };
        /** @description An operator closed an information request: nothing is needed any more. */
        InformationClosedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "information.closed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["InformationClosedData"];
        };
        /** @description An uploaded document, without its content. */
        InformationDocument: {
            /**
             * @description The document. The answer names it.
             * @example ird_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The wanted document.
             * @example passport
             */
            name: string;
            /** @description Its type. */
            type: components["schemas"]["DocumentType"];
            /**
             * Format: int32
             * @description Its size.
             * @example 120000
             */
            size_bytes: number;
            /**
             * Format: date-time
             * @description When it was uploaded.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description One InformationDocument. */
        InformationDocumentResponse: {
            data: components["schemas"]["InformationDocument"];
        };
        /** @description A field that the customer is asked to fill in. */
        InformationField: {
            /**
             * @description Its name in the answer.
             * @example source_of_funds
             */
            name: string;
            /**
             * @description What is meant.
             * @example Where the money of this order comes from.
             */
            about: string;
            type: components["schemas"]["InformationFieldType"];
            /**
             * @description The answer must have it.
             * @example true
             */
            required: boolean;
        };
        /**
         * @description text: one line. date: such as 1984-03-02. country: two letters of ISO 3166, such as CO.
         * @example text
         * @enum {string}
         */
        InformationFieldType: "text" | "date" | "country";
        /** @description What an operator asks the organization. */
        InformationRequest: {
            /**
             * @description The information request.
             * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /** @description The order that it is about. Null: the organization itself. */
            order_id: string | null;
            /** @description Its status. */
            status: components["schemas"]["InformationRequestStatus"];
            /**
             * @description What is asked.
             * @example Please explain this order.
             */
            message: string;
            /** @description The fields to fill in. */
            fields: components["schemas"]["InformationField"][];
            /** @description The documents to upload. */
            documents: components["schemas"]["WantedDocument"][];
            /**
             * Format: date-time
             * @description Until when the answer is needed. A later one is taken while it is OPEN.
             * @example 2026-03-02T14:05:09.120Z
             */
            deadline: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When it was answered. Null before. */
            answered_at: string | null;
            /** @description When it was closed. Null before. */
            closed_at: string | null;
        };
        /** @description Rows of InformationRequest: all of them, or a page where the request asked for one. */
        InformationRequestList: {
            /** @description Rows of InformationRequest: all of them, or a page where the request asked for one. */
            data: components["schemas"]["InformationRequest"][];
        };
        /** @description The information request can no longer be answered. */
        InformationRequestNotOpenProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "information_request_not_open";
            /** @description Its status. */
            current_status?: components["schemas"]["InformationRequestStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "information_request_not_open";
        };
        /** @description One InformationRequest. */
        InformationRequestResponse: {
            data: components["schemas"]["InformationRequest"];
        };
        /**
         * @description OPEN: it waits for an answer. ANSWERED: an operator reads the answer. CLOSED: nothing is needed any more.
         * @example OPEN
         * @enum {string}
         */
        InformationRequestStatus: "OPEN" | "ANSWERED" | "CLOSED";
        /** @description An operator asks the organization for information. */
        InformationRequestedData: {
            /**
             * @description The information request.
             * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            information_request_id: string;
            /** @description The order that it is about. Null: the organization itself. */
            order_id: string | null;
            /**
             * Format: date-time
             * @description Until when the answer is needed.
             * @example 2026-03-02T14:05:09.120Z
             */
            deadline: string;
        };
        /** @description An operator asks the organization for information. */
        InformationRequestedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "information.requested";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InformationRequestedData"];
        };
        /** @description An operator asks the organization for information. */
        InformationRequestedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "information.requested";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["InformationRequestedData"];
        };
        /** @description The instrument cannot be archived at the moment. */
        InstrumentBusyProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 503;
            /**
             * @description The error.
             * @constant
             */
            code: "instrument_busy";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "instrument_busy";
        };
        /** @description An open order or refund needs the instrument. */
        InstrumentInUseProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "instrument_in_use";
            /**
             * Format: int32
             * @description Open orders that need the instrument.
             * @example 1
             */
            open_orders: number;
            /**
             * Format: int32
             * @description Open refunds to the instrument.
             * @example 0
             */
            open_refunds: number;
            /**
             * @description One of the orders.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "instrument_in_use";
        };
        /**
         * @description A method, which decides the fields of the details.
         * @example SOLANA_ADDRESS
         * @enum {string}
         */
        InstrumentMethod: "SOLANA_ADDRESS" | "COP_BANK_ACCOUNT" | "NGN_BANK_ACCOUNT" | "MXN_CLABE" | "BRL_PIX" | "EVM_ADDRESS" | "IBAN";
        /** @description A payment instrument is not active. */
        InstrumentNotActiveProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "instrument_not_active";
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            external_payment_instrument_id: string;
            /** @description The current status of the instrument. */
            current_status: components["schemas"]["InstrumentStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "instrument_not_active";
        };
        /**
         * @description A status of Instrument.
         * @example ACTIVE
         * @enum {string}
         */
        InstrumentStatus: "ACTIVE" | "COMPLIANCE_HOLD" | "ARCHIVED";
        /** @description The status of an external payment instrument changed. */
        InstrumentStatusChangedData: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            external_payment_instrument_id: string;
            /** @description The new status. */
            status: components["schemas"]["InstrumentStatus"];
        };
        /** @description The status of an external payment instrument changed. */
        InstrumentStatusChangedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "instrument.status_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InstrumentStatusChangedData"];
        };
        /** @description The status of an external payment instrument changed. */
        InstrumentStatusChangedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "instrument.status_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["InstrumentStatusChangedData"];
        };
        /** @description A status and when it began. */
        InstrumentStatusEntry: {
            /** @description The status. */
            status: components["schemas"]["InstrumentStatus"];
            /**
             * Format: date-time
             * @description When it came to that status.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description The present status and every status before it, oldest first. */
        InstrumentStatusWithHistory: {
            /** @description The present status. */
            current_status: components["schemas"]["InstrumentStatus"];
            /** @description Every status up to the present one, oldest first. */
            status_history: components["schemas"]["InstrumentStatusEntry"][];
        };
        /** @description Money is held until the wallet has a travel rule record. */
        InstrumentTravelRuleRequiredData: {
            /**
             * @description The wallet.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            external_payment_instrument_id: string;
            /**
             * @description The order that waits.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description The currency of the transfer.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the transfer.
             * @example 1000.00
             */
            amount: string;
        };
        /** @description Money is held until the wallet has a travel rule record. */
        InstrumentTravelRuleRequiredEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "instrument.travel_rule_required";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["InstrumentTravelRuleRequiredData"];
        };
        /** @description Money is held until the wallet has a travel rule record. */
        InstrumentTravelRuleRequiredPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "instrument.travel_rule_required";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["InstrumentTravelRuleRequiredData"];
        };
        /** @description The API key lacks the scope for this operation. */
        InsufficientScopeProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 403;
            /**
             * @description The error.
             * @constant
             */
            code: "insufficient_scope";
            /** @description The scope that the operation needs. */
            required_scope: components["schemas"]["KeyScope"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "insufficient_scope";
        };
        /** @description An unexpected internal error occurred. */
        InternalErrorProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 500;
            /**
             * @description The error.
             * @constant
             */
            code: "internal_error";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "internal_error";
        };
        /** @description An amount is not a plain decimal string. */
        InvalidAmountProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_amount";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_amount";
        };
        /** @description The answer does not fit the information request. */
        InvalidAnswerProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_answer";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_answer";
        };
        /** @description The cursor does not belong to this list. */
        InvalidCursorProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_cursor";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_cursor";
        };
        /** @description The details do not fit the method of the instrument. */
        InvalidDetailsProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_details";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_details";
        };
        /** @description The content of the document does not match its declared type. */
        InvalidDocumentProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_document";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_document";
        };
        /** @description The body is not valid JSON. */
        InvalidJsonProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_json";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_json";
        };
        /** @description The request does not have the documented form. */
        InvalidRequestProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "invalid_request";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_request";
        };
        /** @description Either `naturalPerson` or `legalPerson`. */
        IvmsPerson: {
            naturalPerson?: components["schemas"]["NaturalPerson"];
            legalPerson?: components["schemas"]["LegalPerson"];
        };
        /** @description The body is nested too deeply. */
        JsonTooDeepProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "json_too_deep";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "json_too_deep";
        };
        /**
         * @description What an API key may do.
         * @example read
         * @enum {string}
         */
        KeyScope: "read" | "write";
        /** @description A transfer of the organization's account. */
        LedgerEntry: {
            posting: components["schemas"]["PostingKind"];
            /**
             * @description The organization's own account.
             * @example customer:org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            account: string;
            side: components["schemas"]["EntrySide"];
            /**
             * @description The currency of the amount.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            /**
             * Format: date-time
             * @description When it was posted.
             * @example 2026-03-02T14:05:09.120Z
             */
            posted_at: string;
        };
        /** @description A company. */
        LegalPerson: {
            name: components["schemas"]["LegalPersonName"];
            /** @description Postal addresses. */
            geographicAddress?: components["schemas"]["GeographicAddress"][];
            nationalIdentification?: components["schemas"]["NationalIdentification"];
            /**
             * @description Your number of the customer.
             * @example C-20481
             */
            customerIdentification?: string;
            /**
             * @description Two letters of ISO 3166, such as CO.
             * @example CO
             */
            countryOfRegistration?: string;
        };
        /** @description The names of a company. */
        LegalPersonName: {
            /** @description The names. One is the registered name. */
            nameIdentifier: components["schemas"]["LegalPersonNameIdentifier"][];
        };
        /** @description A name of a company. */
        LegalPersonNameIdentifier: {
            /**
             * @description The name.
             * @example Acme SA
             */
            legalPersonName: string;
            legalPersonNameIdentifierType: components["schemas"]["LegalPersonNameType"];
        };
        /**
         * @description LEGL: the registered name. SHRT: a short name. TRAD: a trading name.
         * @example LEGL
         * @enum {string}
         */
        LegalPersonNameType: "LEGL" | "SHRT" | "TRAD";
        /** @description Converts one currency into another. */
        LiquidityProvider: {
            /**
             * @description The provider.
             * @example ALPHA
             */
            name: string;
            /** @description The pairs that the provider converts. */
            trading_pairs: components["schemas"]["TradingPair"][];
        };
        /** @description Rows of LiquidityProvider: all of them, or a page where the request asked for one. */
        LiquidityProviderList: {
            /** @description Rows of LiquidityProvider: all of them, or a page where the request asked for one. */
            data: components["schemas"]["LiquidityProvider"][];
        };
        /** @description The market is closed. */
        MarketClosedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "market_closed";
            /** @description When the market opens next. Null if unknown. */
            opens_at: string | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "market_closed";
        };
        /** @description This path does not support this method. */
        MethodNotAllowedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 405;
            /**
             * @description The error.
             * @constant
             */
            code: "method_not_allowed";
            /** @description The methods that the path supports. */
            allowed: string[];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "method_not_allowed";
        };
        /** @description An amount of a currency. */
        Money: {
            /**
             * @description A currency.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
        };
        /**
         * @description A bank account in Mexico. Carries MXN. A field that was not sent is an empty string.
         * @example {
         *       "clabe": "032180000118359719",
         *       "account_holder_name": "Lucía Hernández",
         *       "bank_name": "IXE"
         *     }
         */
        MxnClabeDetails: {
            /**
             * @description The CLABE: 18 digits, the last one its check digit.
             * @example 032180000118359719
             */
            clabe: string;
            /**
             * @description The holder, a person or a company.
             * @example Lucía Hernández
             */
            account_holder_name: string;
            /**
             * @description The bank. May be empty.
             * @example IXE
             */
            bank_name: string;
        };
        /** @description How to fund an order. A bank account in Mexico. Carries MXN. */
        MxnClabeFundingInstructions: {
            /**
             * @description The currency to send.
             * @example MXN
             * @enum {string}
             */
            currency: "MXN";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "MXN_CLABE";
            /** @description The account to send it to. */
            details: components["schemas"]["MxnClabeDetails"];
        };
        /** @description A bank account in Mexico. Carries MXN. */
        MxnClabeInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example MXN
             * @enum {string}
             */
            currency: "MXN";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "MXN_CLABE";
            details: components["schemas"]["MxnClabeDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description An official number. */
        NationalIdentification: {
            /**
             * @description The number.
             * @example 1020304050
             */
            nationalIdentifier: string;
            nationalIdentifierType: components["schemas"]["NationalIdentifierType"];
            /**
             * @description Two letters of ISO 3166, such as CO.
             * @example CO
             */
            countryOfIssue?: string;
            /**
             * @description The authority that registered it.
             * @example RA000588
             */
            registrationAuthority?: string;
        };
        /**
         * @description CCPT: passport. IDCD: identity card. TXID: tax number. DRLC: driving licence. LEIX: LEI. The others as IVMS101 has them.
         * @example IDCD
         * @enum {string}
         */
        NationalIdentifierType: "ARNU" | "CCPT" | "RAID" | "DRLC" | "FIIN" | "TXID" | "SOCS" | "IDCD" | "LEIX" | "MISC";
        /** @description A person. */
        NaturalPerson: {
            name: components["schemas"]["NaturalPersonName"];
            /** @description Postal addresses. */
            geographicAddress?: components["schemas"]["GeographicAddress"][];
            nationalIdentification?: components["schemas"]["NationalIdentification"];
            /**
             * @description Your number of the customer.
             * @example C-20481
             */
            customerIdentification?: string;
            dateAndPlaceOfBirth?: components["schemas"]["DateAndPlaceOfBirth"];
            /**
             * @description Two letters of ISO 3166, such as CO.
             * @example CO
             */
            countryOfResidence?: string;
        };
        /** @description The names of a person. */
        NaturalPersonName: {
            /** @description The names. One is the legal name. */
            nameIdentifier: components["schemas"]["NaturalPersonNameIdentifier"][];
        };
        /** @description A name of a person. */
        NaturalPersonNameIdentifier: {
            /**
             * @description The surname.
             * @example García
             */
            primaryIdentifier: string;
            /**
             * @description The given names.
             * @example Ana María
             */
            secondaryIdentifier?: string;
            nameIdentifierType: components["schemas"]["NaturalPersonNameType"];
        };
        /**
         * @description LEGL: the legal name. ALIA: an alias. BIRT: at birth. MAID: maiden name. MISC: another.
         * @example LEGL
         * @enum {string}
         */
        NaturalPersonNameType: "LEGL" | "ALIA" | "BIRT" | "MAID" | "MISC";
        /** @description An API key to create. */
        NewApiKey: {
            /**
             * @description Your label.
             * @example Back office
             */
            label: string;
            /** @description What it may do. */
            scopes: components["schemas"]["KeyScope"][];
            /**
             * Format: typeid
             * @description The organization to bind it to. By default as the calling key.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id?: string | null;
            /** @description Where it may be used from; empty for anywhere. By default as the calling key. */
            allowed_addresses?: string[] | null;
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. When it stops working. By default as the calling key.
             * @example 2027-01-31T00:00:00Z
             */
            expires_at?: string | null;
        };
        /**
         * @description An account in Brazil, by its Pix key. Carries BRL. Fields that may be empty can be omitted.
         * @example {
         *       "pix_key_type": "EVP",
         *       "pix_key": "123e4567-e12b-42d1-a456-426655440000",
         *       "account_holder_name": "Ana Souza",
         *       "bank_name": "Banco do Brasil"
         *     }
         */
        NewBrlPixDetails: {
            pix_key_type: components["schemas"]["BrlPixPixKeyType"];
            /**
             * @description The key in the central bank's form. CPF: 11 digits. CNPJ: 14 characters. EMAIL: in lower case, at most 77 characters. PHONE: +55, area code and 8 or 9 digits. EVP: a UUID in lower case.
             * @example 123e4567-e12b-42d1-a456-426655440000
             */
            pix_key: string;
            /**
             * @description The holder, a person or a company.
             * @example Ana Souza
             */
            account_holder_name: string;
            /**
             * @description The bank. May be empty.
             * @example Banco do Brasil
             */
            bank_name?: string;
        };
        /** @description An account in Brazil, by its Pix key. Carries BRL. */
        NewBrlPixInstrument: {
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example BRL
             * @enum {string}
             */
            currency: "BRL";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "BRL_PIX";
            details: components["schemas"]["NewBrlPixDetails"];
        };
        /** @description The person to speak to at the organization. */
        NewContact: {
            /**
             * @description E-mail address.
             * @example treasury@acme.example
             */
            email: string;
            /**
             * @description Given name.
             * @example Lucía
             */
            first_name: string;
            /**
             * @description Family name.
             * @example Rojas
             */
            last_name: string;
        };
        /**
         * @description A bank account in Colombia, of a person or a company. Carries COP. Fields that may be empty can be omitted.
         * @example {
         *       "bank_account_number": "04812345678",
         *       "bank_code": "1007",
         *       "account_holder_first_name": "María José",
         *       "account_holder_last_name": "Núñez",
         *       "legal_entity_name": "",
         *       "doc_type": "CC",
         *       "doc_id": "1020304050",
         *       "physical_address": "Calle 10 # 43E-31, Medellín",
         *       "account_type": "CHECKING"
         *     }
         */
        NewCopBankAccountDetails: {
            /**
             * @description 4 to 20 digits.
             * @example 04812345678
             */
            bank_account_number: string;
            /**
             * @description The code of the bank, 1 to 20 letters or digits.
             * @example 1007
             */
            bank_code: string;
            /**
             * @description Given names of a person. May be empty if `legal_entity_name` is given.
             * @example María José
             */
            account_holder_first_name?: string;
            /**
             * @description Family names of a person. May be empty if `legal_entity_name` is given.
             * @example Núñez
             */
            account_holder_last_name?: string;
            /**
             * @description The name of a company. May be empty.
             * @example Andina Textiles SAS
             */
            legal_entity_name?: string;
            doc_type: components["schemas"]["CopBankAccountDocType"];
            /**
             * @description The number of the document. CC and CE: 3 to 10 digits. TI: 10 or 11 digits. NIT: ends in its check digit. PA: 4 to 20 letters or digits.
             * @example 1020304050
             */
            doc_id: string;
            /**
             * @description The address of the holder. May be empty.
             * @example Calle 10 # 43E-31, Medellín
             */
            physical_address?: string;
            account_type: components["schemas"]["CopBankAccountAccountType"];
        };
        /** @description A bank account in Colombia, of a person or a company. Carries COP. */
        NewCopBankAccountInstrument: {
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example COP
             * @enum {string}
             */
            currency: "COP";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "COP_BANK_ACCOUNT";
            details: components["schemas"]["NewCopBankAccountDetails"];
        };
        /**
         * @description A wallet on a chain with Ethereum addresses. Carries USDC, USDT, EURC. Fields that may be empty can be omitted.
         * @example {
         *       "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *       "chain": "base"
         *     }
         */
        NewEvmAddressDetails: {
            /**
             * @description 0x and 40 hexadecimal digits, in one case or with the EIP-55 checksum.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            address: string;
            chain: components["schemas"]["EvmAddressChain"];
        };
        /** @description A wallet on a chain with Ethereum addresses. Carries USDC, USDT, EURC. */
        NewEvmAddressInstrument: {
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /** @description The currency of the instrument. */
            currency: components["schemas"]["EvmAddressCurrency"];
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "EVM_ADDRESS";
            details: components["schemas"]["NewEvmAddressDetails"];
        };
        /**
         * @description A bank account with an IBAN. Carries EUR. Fields that may be empty can be omitted.
         * @example {
         *       "iban": "DE89370400440532013000",
         *       "bic": "COBADEFFXXX",
         *       "account_holder_name": "Erika Mustermann",
         *       "bank_name": "Commerzbank"
         *     }
         */
        NewIbanDetails: {
            /**
             * @description The IBAN in upper case, without spaces.
             * @example DE89370400440532013000
             */
            iban: string;
            /**
             * @description The BIC of the bank: 8 or 11 characters in upper case. May be empty.
             * @example COBADEFFXXX
             */
            bic?: string;
            /**
             * @description The holder, a person or a company.
             * @example Erika Mustermann
             */
            account_holder_name: string;
            /**
             * @description The bank. May be empty.
             * @example Commerzbank
             */
            bank_name?: string;
        };
        /** @description A bank account with an IBAN. Carries EUR. */
        NewIbanInstrument: {
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example EUR
             * @enum {string}
             */
            currency: "EUR";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "IBAN";
            details: components["schemas"]["NewIbanDetails"];
        };
        /** @description The answer to an information request. */
        NewInformationAnswer: {
            fields: components["schemas"]["NewInformationValues"];
            /** @description The uploaded documents that belong to the answer. */
            document_ids?: string[];
        };
        /** @description A document to upload. */
        NewInformationDocument: {
            /**
             * @description The wanted document.
             * @example passport
             */
            name: string;
            /** @description The type of the content. */
            type: components["schemas"]["DocumentType"];
            /**
             * @description The content in base64 with padding.
             * @example JVBERi0xLjcK
             */
            content: string;
        };
        /**
         * @description The values, by the names of the fields.
         * @example {
         *       "source_of_funds": "Sale of goods"
         *     }
         */
        NewInformationValues: {
            [key: string]: string;
        };
        /** @description An instrument to create; `method` decides its fields. */
        NewInstrument: components["schemas"]["NewSolanaAddressInstrument"] | components["schemas"]["NewCopBankAccountInstrument"] | components["schemas"]["NewNgnBankAccountInstrument"] | components["schemas"]["NewMxnClabeInstrument"] | components["schemas"]["NewBrlPixInstrument"] | components["schemas"]["NewEvmAddressInstrument"] | components["schemas"]["NewIbanInstrument"];
        /**
         * @description A bank account in Mexico. Carries MXN. Fields that may be empty can be omitted.
         * @example {
         *       "clabe": "032180000118359719",
         *       "account_holder_name": "Lucía Hernández",
         *       "bank_name": "IXE"
         *     }
         */
        NewMxnClabeDetails: {
            /**
             * @description The CLABE: 18 digits, the last one its check digit.
             * @example 032180000118359719
             */
            clabe: string;
            /**
             * @description The holder, a person or a company.
             * @example Lucía Hernández
             */
            account_holder_name: string;
            /**
             * @description The bank. May be empty.
             * @example IXE
             */
            bank_name?: string;
        };
        /** @description A bank account in Mexico. Carries MXN. */
        NewMxnClabeInstrument: {
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example MXN
             * @enum {string}
             */
            currency: "MXN";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "MXN_CLABE";
            details: components["schemas"]["NewMxnClabeDetails"];
        };
        /**
         * @description A bank account in Nigeria, of a person or a company. Carries NGN. Fields that may be empty can be omitted.
         * @example {
         *       "bank_name": "First Bank of Nigeria",
         *       "bank_account_number": "0000014579",
         *       "doc_id": "22222222222",
         *       "account_holder_first_name": "Chidi",
         *       "account_holder_last_name": "Okafor",
         *       "account_holder_business_name": ""
         *     }
         */
        NewNgnBankAccountDetails: {
            /**
             * @description The bank.
             * @example First Bank of Nigeria
             */
            bank_name: string;
            /**
             * @description The NUBAN: 10 digits.
             * @example 0000014579
             */
            bank_account_number: string;
            /**
             * @description For a person, the BVN or NIN: 11 digits. For a company, the registration number: 4 to 20 letters, digits, - or /.
             * @example 22222222222
             */
            doc_id: string;
            /**
             * @description Given names of a person. May be empty if `account_holder_business_name` is given.
             * @example Chidi
             */
            account_holder_first_name?: string;
            /**
             * @description Family names of a person. May be empty if `account_holder_business_name` is given.
             * @example Okafor
             */
            account_holder_last_name?: string;
            /**
             * @description The name of a company. May be empty.
             * @example Lagos Foods Ltd
             */
            account_holder_business_name?: string;
        };
        /** @description A bank account in Nigeria, of a person or a company. Carries NGN. */
        NewNgnBankAccountInstrument: {
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example NGN
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "NGN_BANK_ACCOUNT";
            details: components["schemas"]["NewNgnBankAccountDetails"];
        };
        /** @description An order to create. */
        NewOrder: {
            /**
             * Format: typeid
             * @description The quote to convert into an order.
             * @example qt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            quote_id: string;
            /**
             * @description Your own reference, unique in the organization; null is the same as none.
             * @example invoice-2026-0042
             */
            external_reference_id?: string | null;
        };
        /** @description An organization to create. */
        NewOrganization: {
            /**
             * @description The name of the organization.
             * @example Acme Exports
             */
            name: string;
            contact: components["schemas"]["NewContact"];
        };
        /** @description Exactly one of `payin_amount` and `payout_amount`. */
        NewQuote: components["schemas"]["NewQuoteByPayin"] | components["schemas"]["NewQuoteByPayout"];
        /** @description Prices an amount to pay in. */
        NewQuoteByPayin: {
            /**
             * Format: typeid
             * @description The offering to quote.
             * @example off_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            offering_id: string;
            /**
             * @description The amount to pay in. With an inclusive fee, this is the amount that the payer sends, `payin.total`. With an exclusive fee, this is the amount that is converted; the payer sends fee and tax on top.
             * @example 1000.00
             */
            payin_amount: string;
        };
        /** @description Prices an amount to pay out. */
        NewQuoteByPayout: {
            /**
             * Format: typeid
             * @description The offering to quote.
             * @example off_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            offering_id: string;
            /**
             * @description The exact amount that the beneficiary receives.
             * @example 4000000.00
             */
            payout_amount: string;
        };
        /**
         * @description A wallet on Solana. Carries USDC, USDT, EURC. Fields that may be empty can be omitted.
         * @example {
         *       "address": "7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q"
         *     }
         */
        NewSolanaAddressDetails: {
            /**
             * @description The wallet: 32 bytes in base58.
             * @example 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q
             */
            address: string;
        };
        /** @description A wallet on Solana. Carries USDC, USDT, EURC. */
        NewSolanaAddressInstrument: {
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /** @description The currency of the instrument. */
            currency: components["schemas"]["SolanaAddressCurrency"];
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "SOLANA_ADDRESS";
            details: components["schemas"]["NewSolanaAddressDetails"];
        };
        /** @description A webhook endpoint to create. */
        NewWebhookEndpoint: {
            /**
             * @description An https URL of a public address, without user name, password or fragment. A sandbox also accepts http to its own machine.
             * @example https://example.com/webhooks/corridor
             */
            url: string;
            /**
             * @description Your label.
             * @example Back office
             */
            description?: string;
            /**
             * @description The types that are sent. Empty means every type.
             * @example [
             *       "order.completed"
             *     ]
             */
            event_types?: components["schemas"]["ChosenEventType"][];
        };
        /**
         * @description A bank account in Nigeria, of a person or a company. Carries NGN. A field that was not sent is an empty string.
         * @example {
         *       "bank_name": "First Bank of Nigeria",
         *       "bank_account_number": "0000014579",
         *       "doc_id": "22222222222",
         *       "account_holder_first_name": "Chidi",
         *       "account_holder_last_name": "Okafor",
         *       "account_holder_business_name": ""
         *     }
         */
        NgnBankAccountDetails: {
            /**
             * @description The bank.
             * @example First Bank of Nigeria
             */
            bank_name: string;
            /**
             * @description The NUBAN: 10 digits.
             * @example 0000014579
             */
            bank_account_number: string;
            /**
             * @description For a person, the BVN or NIN: 11 digits. For a company, the registration number: 4 to 20 letters, digits, - or /.
             * @example 22222222222
             */
            doc_id: string;
            /**
             * @description Given names of a person. May be empty if `account_holder_business_name` is given.
             * @example Chidi
             */
            account_holder_first_name: string;
            /**
             * @description Family names of a person. May be empty if `account_holder_business_name` is given.
             * @example Okafor
             */
            account_holder_last_name: string;
            /**
             * @description The name of a company. May be empty.
             * @example Lagos Foods Ltd
             */
            account_holder_business_name: string;
        };
        /** @description How to fund an order. A bank account in Nigeria, of a person or a company. Carries NGN. */
        NgnBankAccountFundingInstructions: {
            /**
             * @description The currency to send.
             * @example NGN
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "NGN_BANK_ACCOUNT";
            /** @description The account to send it to. */
            details: components["schemas"]["NgnBankAccountDetails"];
        };
        /** @description A bank account in Nigeria, of a person or a company. Carries NGN. */
        NgnBankAccountInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /**
             * @description The currency of the instrument.
             * @example NGN
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "NGN_BANK_ACCOUNT";
            details: components["schemas"]["NgnBankAccountDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description The Accept header excludes JSON, the format of the answer. */
        NotAcceptableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 406;
            /**
             * @description The error.
             * @constant
             */
            code: "not_acceptable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "not_acceptable";
        };
        /** @description The resource does not exist. */
        NotFoundProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 404;
            /**
             * @description The error.
             * @constant
             */
            code: "not_found";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "not_found";
        };
        /** @description A route with two instruments that fit it, and its prices at creation. It never changes. */
        Offering: {
            /**
             * @description The offering.
             * @example off_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            order_type: components["schemas"]["OrderType"];
            payin: components["schemas"]["OfferingPayin"];
            payout: components["schemas"]["OfferingPayout"];
            /**
             * @description Payout currency per unit of payin currency.
             * @example 4237.25
             */
            indicative_exchange_rate: string;
            current_day_hours_of_operation: components["schemas"]["OfferingHours"];
            liquidity_provider: components["schemas"]["LiquidityProvider"];
            estimated_settlement_time: components["schemas"]["SettlementTime"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description The hours in which the route and the provider both trade on the UTC day of creation. Start and end are equal on a closed day. */
        OfferingHours: {
            /**
             * Format: date-time
             * @description The start, inclusive.
             * @example 2026-03-02T14:05:09.120Z
             */
            open_utc: string;
            /**
             * Format: date-time
             * @description The end, exclusive.
             * @example 2026-03-02T14:05:09.120Z
             */
            close_utc: string;
        };
        /** @description Rows of Offering: all of them, or a page where the request asked for one. */
        OfferingList: {
            /** @description Rows of Offering: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Offering"][];
        };
        /** @description The paying instrument, the limits and the costs. */
        OfferingPayin: {
            external_payment_instrument: components["schemas"]["ExternalPaymentInstrument"];
            limits: components["schemas"]["PayinLimits"];
            /** @description Bands of the payin amount, which is the payin total where the fee is taken out of it (inclusive), and what is converted where the fee is added to it (exclusive). */
            indicative_cost_tiers: components["schemas"]["CostTier"][];
        };
        /** @description The instrument of the beneficiary. */
        OfferingPayout: {
            external_payment_instrument: components["schemas"]["ExternalPaymentInstrument"];
        };
        /** @description One Offering. */
        OfferingResponse: {
            data: components["schemas"]["Offering"];
        };
        /** @description The offering can no longer be quoted. */
        OfferingUnavailableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "offering_unavailable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "offering_unavailable";
        };
        /** @description An uninterrupted time in which a pair trades. */
        OperatingHours: {
            /**
             * Format: date-time
             * @description The start, inclusive.
             * @example 2026-03-02T14:05:09.120Z
             */
            open_time_utc: string;
            /**
             * Format: date-time
             * @description The end, exclusive.
             * @example 2026-03-02T14:05:09.120Z
             */
            close_time_utc: string;
        };
        /** @description A transfer of value from one instrument to another. */
        Order: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The quote that the order was created from.
             * @example qt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            quote_id: string;
            /**
             * @description The offering of the quote.
             * @example off_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            offering_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description Payout currency per unit of payin currency, firm since the quote.
             * @example 4237.25
             */
            exchange_rate: string;
            /**
             * @description The achieved rate; equal to exchange_rate until the fill.
             * @example 4237.25
             */
            effective_exchange_rate: string;
            payin: components["schemas"]["OrderPayin"];
            payout: components["schemas"]["OrderPayout"];
            status: components["schemas"]["OrderStatusWithHistory"];
            funding_instructions: components["schemas"]["FundingInstructions"];
            /**
             * @description The order that retried this one; null if there is none.
             * @example null
             */
            retry_order_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description An order was cancelled. */
        OrderCancelledData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_CANCELLED
             * @enum {string}
             */
            status: "FAILED_CANCELLED";
        };
        /** @description An order was cancelled. */
        OrderCancelledEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.cancelled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderCancelledData"];
        };
        /** @description An order was cancelled. */
        OrderCancelledPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.cancelled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderCancelledData"];
        };
        /** @description The beneficiary of an order was paid. */
        OrderCompletedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example STEP_4_COMPLETED
             * @enum {string}
             */
            status: "STEP_4_COMPLETED";
        };
        /** @description The beneficiary of an order was paid. */
        OrderCompletedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.completed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderCompletedData"];
        };
        /** @description The beneficiary of an order was paid. */
        OrderCompletedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.completed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderCompletedData"];
        };
        /** @description An order was created. */
        OrderCreatedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example STEP_1_AWAITING_FUNDING
             * @enum {string}
             */
            status: "STEP_1_AWAITING_FUNDING";
        };
        /** @description An order was created. */
        OrderCreatedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderCreatedData"];
        };
        /** @description An order was created. */
        OrderCreatedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderCreatedData"];
        };
        /** @description The liquidity provider declined an order, or the desk ended it before the conversion. */
        OrderDeclinedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_DECLINED_BY_LIQ_PROVIDER
             * @enum {string}
             */
            status: "FAILED_DECLINED_BY_LIQ_PROVIDER";
        };
        /** @description The liquidity provider declined an order, or the desk ended it before the conversion. */
        OrderDeclinedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.declined";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderDeclinedData"];
        };
        /** @description The liquidity provider declined an order, or the desk ended it before the conversion. */
        OrderDeclinedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.declined";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderDeclinedData"];
        };
        /** @description An order takes longer than expected, or waits to be decided. */
        OrderDelayedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            code: components["schemas"]["DelayCode"];
            resolution: components["schemas"]["DelayResolution"];
            /**
             * Format: date-time
             * @description When the order is expected to go on. An estimate.
             * @example 2026-03-02T14:05:09.120Z
             */
            expected_at: string;
        };
        /** @description An order takes longer than expected, or waits to be decided. */
        OrderDelayedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.delayed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderDelayedData"];
        };
        /** @description An order takes longer than expected, or waits to be decided. */
        OrderDelayedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.delayed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderDelayedData"];
        };
        /** @description The conversion for an order is done. */
        OrderFilledData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example STEP_3_SETTLING_PAYOUT
             * @enum {string}
             */
            status: "STEP_3_SETTLING_PAYOUT";
        };
        /** @description The conversion for an order is done. */
        OrderFilledEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.filled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderFilledData"];
        };
        /** @description The conversion for an order is done. */
        OrderFilledPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.filled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderFilledData"];
        };
        /** @description The money for an order has arrived. */
        OrderFundedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example STEP_2_FILLING_FX
             * @enum {string}
             */
            status: "STEP_2_FILLING_FX";
        };
        /** @description The money for an order has arrived. */
        OrderFundedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.funded";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderFundedData"];
        };
        /** @description The money for an order has arrived. */
        OrderFundedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.funded";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderFundedData"];
        };
        /** @description The funding expiry of an order passed. */
        OrderFundingExpiredData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_FUNDING_EXPIRED
             * @enum {string}
             */
            status: "FAILED_FUNDING_EXPIRED";
        };
        /** @description The funding expiry of an order passed. */
        OrderFundingExpiredEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.funding_expired";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderFundingExpiredData"];
        };
        /** @description The funding expiry of an order passed. */
        OrderFundingExpiredPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.funding_expired";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderFundingExpiredData"];
        };
        /** @description Rows of Order: all of them, or a page where the request asked for one. */
        OrderList: {
            /** @description Rows of Order: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Order"][];
        };
        /** @description The order is not awaiting funding. */
        OrderNotAwaitingFundingProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "order_not_awaiting_funding";
            /** @description The current status of the order. */
            current_status: components["schemas"]["OrderStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "order_not_awaiting_funding";
        };
        /** @description The order can no longer be cancelled. */
        OrderNotCancellableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "order_not_cancellable";
            /** @description The current status of the order. */
            current_status: components["schemas"]["OrderStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "order_not_cancellable";
        };
        /** @description The order cannot be refunded. */
        OrderNotRefundableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "order_not_refundable";
            /** @description The current status of the order. */
            current_status: components["schemas"]["OrderStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "order_not_refundable";
        };
        /** @description The order cannot be retried. */
        OrderNotRetryableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "order_not_retryable";
            /** @description The current status of the order. */
            current_status: components["schemas"]["OrderStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "order_not_retryable";
        };
        /** @description An order was parked and waits for an operator. */
        OrderParkedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            reason: components["schemas"]["ParkingReason"];
        };
        /** @description An order was parked and waits for an operator. */
        OrderParkedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.parked";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderParkedData"];
        };
        /** @description An order was parked and waits for an operator. */
        OrderParkedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.parked";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderParkedData"];
        };
        /** @description The payment from the payer, in the payin currency. */
        OrderPayin: {
            /** @description The instrument that pays. */
            external_payment_instrument: components["schemas"]["ExternalPaymentInstrument"];
            /**
             * @description The amount that the payer sends, fee and tax included.
             * @example 1000.00
             */
            total: string;
            /**
             * @description Part of the total.
             * @example 10.00
             */
            fee: string;
            /**
             * @description Tax on the fee, part of the total.
             * @example 1.90
             */
            tax: string;
        };
        /** @description The payment to the beneficiary, in the payout currency. */
        OrderPayout: {
            /** @description The instrument that is paid. */
            external_payment_instrument: components["schemas"]["ExternalPaymentInstrument"];
            /**
             * @description The amount that the beneficiary receives.
             * @example 4186826.72
             */
            total: string;
        };
        /** @description A refund will be sent: it was requested, a payout was rejected, or a deposit came late. */
        OrderRefundRequestedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_REFUND_REQUESTED
             * @enum {string}
             */
            status: "FAILED_REFUND_REQUESTED";
        };
        /** @description A refund will be sent: it was requested, a payout was rejected, or a deposit came late. */
        OrderRefundRequestedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.refund_requested";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderRefundRequestedData"];
        };
        /** @description A refund will be sent: it was requested, a payout was rejected, or a deposit came late. */
        OrderRefundRequestedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.refund_requested";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderRefundRequestedData"];
        };
        /** @description All refunds of an order are done. */
        OrderRefundedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The new status of the order.
             * @example FAILED_REFUND_PROCESSED
             * @enum {string}
             */
            status: "FAILED_REFUND_PROCESSED";
        };
        /** @description All refunds of an order are done. */
        OrderRefundedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.refunded";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderRefundedData"];
        };
        /** @description All refunds of an order are done. */
        OrderRefundedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.refunded";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderRefundedData"];
        };
        /** @description An operator released a parked order. */
        OrderReleasedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            reason: components["schemas"]["ParkingReason"];
        };
        /** @description An operator released a parked order. */
        OrderReleasedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.released";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderReleasedData"];
        };
        /** @description An operator released a parked order. */
        OrderReleasedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.released";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderReleasedData"];
        };
        /** @description One Order. */
        OrderResponse: {
            data: components["schemas"]["Order"];
        };
        /** @description Another order took over the money of a declined one. */
        OrderRetriedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The other order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            retry_order_id: string;
        };
        /** @description Another order took over the money of a declined one. */
        OrderRetriedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.retried";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["OrderRetriedData"];
        };
        /** @description Another order took over the money of a declined one. */
        OrderRetriedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.retried";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrderRetriedData"];
        };
        /** @description An order to create with the money of a declined one. */
        OrderRetry: {
            /**
             * Format: typeid
             * @description A fresh quote of the same offering.
             * @example qt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            quote_id: string;
            /**
             * @description Your own reference, unique in the organization; null is the same as none.
             * @example invoice-2026-0042-2
             */
            external_reference_id?: string | null;
        };
        /**
         * @description A status of Order.
         * @example STEP_1_AWAITING_FUNDING
         * @enum {string}
         */
        OrderStatus: "STEP_1_AWAITING_FUNDING" | "STEP_2_FILLING_FX" | "STEP_3_SETTLING_PAYOUT" | "STEP_4_COMPLETED" | "FAILED_FUNDING_EXPIRED" | "FAILED_CANCELLED" | "FAILED_DECLINED_BY_LIQ_PROVIDER" | "FAILED_REFUND_REQUESTED" | "FAILED_REFUND_PROCESSED";
        /** @description A status and when it began. */
        OrderStatusEntry: {
            /** @description The status. */
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: date-time
             * @description When it came to that status.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description The present status and every status before it, oldest first. */
        OrderStatusWithHistory: {
            /** @description The present status. */
            current_status: components["schemas"]["OrderStatus"];
            /** @description Every status up to the present one, oldest first. */
            status_history: components["schemas"]["OrderStatusEntry"][];
        };
        /** @description The history of an order and of its customer's money. */
        OrderTimeline: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description The events of the order, oldest first. */
            events: components["schemas"]["Event"][];
            /** @description The deposits for the order. */
            deposits: components["schemas"]["Deposit"][];
            /** @description The conversion, once completed. */
            fills: components["schemas"]["Fill"][];
            /** @description The payments to the beneficiary. */
            payouts: components["schemas"]["Payout"][];
            /** @description The payments back to the payer. */
            refunds: components["schemas"]["Refund"][];
            /** @description The transfers of the organization's account, in the order they were posted. */
            ledger_entries: components["schemas"]["LedgerEntry"][];
        };
        /** @description One OrderTimeline. */
        OrderTimelineResponse: {
            data: components["schemas"]["OrderTimeline"];
        };
        /**
         * @description How the price is set: by a quote.
         * @example QUOTED
         * @enum {string}
         */
        OrderType: "QUOTED";
        /** @description A customer or a department of the enterprise, which pays and is paid. */
        Organization: {
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The name of the organization.
             * @example Acme Exports
             */
            name: string;
            contact: components["schemas"]["Contact"];
            status: components["schemas"]["OrganizationStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description Rows of Organization: all of them, or a page where the request asked for one. */
        OrganizationList: {
            /** @description Rows of Organization: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Organization"][];
        };
        /** @description The organization is not active. */
        OrganizationNotActiveProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "organization_not_active";
            /** @description The current status of the organization. */
            current_status: components["schemas"]["OrganizationStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "organization_not_active";
        };
        /** @description The API key is bound to another organization. */
        OrganizationNotPermittedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 403;
            /**
             * @description The error.
             * @constant
             */
            code: "organization_not_permitted";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "organization_not_permitted";
        };
        /** @description One Organization. */
        OrganizationResponse: {
            data: components["schemas"]["Organization"];
        };
        /**
         * @description A status of Organization.
         * @example ACTIVE
         * @enum {string}
         */
        OrganizationStatus: "ACTIVE" | "COMPLIANCE_HOLD";
        /** @description The status of the organization changed. */
        OrganizationStatusChangedData: {
            /**
             * @description The organization.
             * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            organization_id: string;
            /** @description The new status. */
            status: components["schemas"]["OrganizationStatus"];
        };
        /** @description The status of the organization changed. */
        OrganizationStatusChangedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "organization.status_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["OrganizationStatusChangedData"];
        };
        /** @description The status of the organization changed. */
        OrganizationStatusChangedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "organization.status_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["OrganizationStatusChangedData"];
        };
        /** @description A status and when it began. */
        OrganizationStatusEntry: {
            /** @description The status. */
            status: components["schemas"]["OrganizationStatus"];
            /**
             * Format: date-time
             * @description When it came to that status.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description The present status and every status before it, oldest first. */
        OrganizationStatusWithHistory: {
            /** @description The present status. */
            current_status: components["schemas"]["OrganizationStatus"];
            /** @description Every status up to the present one, oldest first. */
            status_history: components["schemas"]["OrganizationStatusEntry"][];
        };
        /** @description Who sends the money. */
        Originator: {
            /** @description Who the originator is. */
            originatorPersons: components["schemas"]["IvmsPerson"][];
            /** @description Accounts or addresses. */
            accountNumber?: string[];
        };
        /**
         * @description review: an operator reviews the order. processing: a step did not succeed.
         * @example review
         * @enum {string}
         */
        ParkingReason: "review" | "processing";
        /** @description The bounds of the payin total, in the payin currency. */
        PayinLimits: {
            /**
             * @description The smallest payin total, inclusive.
             * @example 10.00
             */
            min: string;
            /**
             * @description The largest payin total, inclusive.
             * @example 100000.00
             */
            max: string;
        };
        /** @description A payment to the beneficiary. */
        Payout: {
            /**
             * @description The payout.
             * @example po_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The order that is paid out.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /** @description The instrument that is paid; null in payouts of earlier versions, which went to the instrument of the order. */
            external_payment_instrument_id: string | null;
            /**
             * @description The payout currency.
             * @example COP
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            status: components["schemas"]["PayoutStatus"];
            /** @description The rail's own reference; null until it has one. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description When the rail settled it; null until then. */
            settled_at: string | null;
            /** @description When the rail rejected it for good; null if it did not. */
            rejected_at: string | null;
            /** @description When it came back; null if it did not. */
            returned_at: string | null;
        };
        /** @description Rows of Payout: all of them, or a page where the request asked for one. */
        PayoutList: {
            /** @description Rows of Payout: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Payout"][];
        };
        /** @description One Payout. */
        PayoutResponse: {
            data: components["schemas"]["Payout"];
        };
        /** @description A settled payout came back. The desk holds the money until an operator decides. */
        PayoutReturnedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The payout.
             * @example po_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            payout_id: string;
            /**
             * @description The currency of the payout.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the payout.
             * @example 1000.00
             */
            amount: string;
        };
        /** @description A settled payout came back. The desk holds the money until an operator decides. */
        PayoutReturnedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.returned";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["PayoutReturnedData"];
        };
        /** @description A settled payout came back. The desk holds the money until an operator decides. */
        PayoutReturnedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.returned";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["PayoutReturnedData"];
        };
        /** @description A payout that had come back was paid again. */
        PayoutSettledData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /** @description The status of the order, which did not change. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The payout.
             * @example po_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            payout_id: string;
            /**
             * @description The currency of the payout.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the payout.
             * @example 1000.00
             */
            amount: string;
        };
        /** @description A payout that had come back was paid again. */
        PayoutSettledEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.settled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["PayoutSettledData"];
        };
        /** @description A payout that had come back was paid again. */
        PayoutSettledPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.settled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["PayoutSettledData"];
        };
        /**
         * @description PENDING: on its way. SETTLED: the beneficiary has it. REJECTED: the rail rejected it for good. RETURNED: it came back after it was settled.
         * @example SETTLED
         * @enum {string}
         */
        PayoutStatus: "PENDING" | "SETTLED" | "REJECTED" | "RETURNED";
        /**
         * @description The kind of transfer.
         * @example deposit
         * @enum {string}
         */
        PostingKind: "deposit" | "deposit_reversed" | "receivable" | "fill" | "fx_result" | "fill_unwound" | "payout" | "payout_rejected" | "payout_ended" | "payout_returned" | "refund" | "refund_returned" | "send_fee" | "small_amount" | "refund_fee" | "carry_over" | "movement";
        /** @description Any problem. Tell them apart by `code`. */
        Problem: components["schemas"]["InvalidJsonProblem"] | components["schemas"]["DuplicateJsonKeyProblem"] | components["schemas"]["JsonTooDeepProblem"] | components["schemas"]["InvalidRequestProblem"] | components["schemas"]["UnknownFieldProblem"] | components["schemas"]["InvalidAmountProblem"] | components["schemas"]["IdempotencyKeyMissingProblem"] | components["schemas"]["IdempotencyKeyInvalidProblem"] | components["schemas"]["DuplicateHeaderProblem"] | components["schemas"]["InvalidCursorProblem"] | components["schemas"]["UnauthenticatedProblem"] | components["schemas"]["InsufficientScopeProblem"] | components["schemas"]["OrganizationNotPermittedProblem"] | components["schemas"]["ApiKeyTooBroadProblem"] | components["schemas"]["SandboxKeyRequiredProblem"] | components["schemas"]["AddressNotAllowedProblem"] | components["schemas"]["NotFoundProblem"] | components["schemas"]["MethodNotAllowedProblem"] | components["schemas"]["NotAcceptableProblem"] | components["schemas"]["RequestTimeoutProblem"] | components["schemas"]["QuoteExpiredProblem"] | components["schemas"]["QuoteAlreadyUsedProblem"] | components["schemas"]["OrderNotAwaitingFundingProblem"] | components["schemas"]["FundingNotSimulatedProblem"] | components["schemas"]["OrderNotCancellableProblem"] | components["schemas"]["OrderNotRetryableProblem"] | components["schemas"]["OrderNotRefundableProblem"] | components["schemas"]["ReceiptNotAvailableProblem"] | components["schemas"]["RetryNotCoveredProblem"] | components["schemas"]["OfferingUnavailableProblem"] | components["schemas"]["RouteDisabledProblem"] | components["schemas"]["MarketClosedProblem"] | components["schemas"]["OrganizationNotActiveProblem"] | components["schemas"]["InstrumentNotActiveProblem"] | components["schemas"]["ExposureLimitReachedProblem"] | components["schemas"]["VolumeLimitReachedProblem"] | components["schemas"]["InstrumentInUseProblem"] | components["schemas"]["TooManyInstrumentsProblem"] | components["schemas"]["TooManyOrganizationsProblem"] | components["schemas"]["TooManyApiKeysProblem"] | components["schemas"]["ApiKeyNotActiveProblem"] | components["schemas"]["ExternalReferenceTakenProblem"] | components["schemas"]["IdempotencyInProgressProblem"] | components["schemas"]["WebhookEndpointDisabledProblem"] | components["schemas"]["TooManyWebhookEndpointsProblem"] | components["schemas"]["InformationRequestNotOpenProblem"] | components["schemas"]["TooManyDocumentsProblem"] | components["schemas"]["DocumentTooLargeProblem"] | components["schemas"]["BodyTooLargeProblem"] | components["schemas"]["UnsupportedMediaTypeProblem"] | components["schemas"]["TooManyOfferingsProblem"] | components["schemas"]["AmountOutOfLimitsProblem"] | components["schemas"]["AmountPrecisionProblem"] | components["schemas"]["AmountNotPositiveProblem"] | components["schemas"]["InvalidDetailsProblem"] | components["schemas"]["InvalidAnswerProblem"] | components["schemas"]["InvalidDocumentProblem"] | components["schemas"]["IdempotencyKeyReusedProblem"] | components["schemas"]["UrlNotAllowedProblem"] | components["schemas"]["RateLimitedProblem"] | components["schemas"]["HeadersTooLargeProblem"] | components["schemas"]["InternalErrorProblem"] | components["schemas"]["FundingAccountUnavailableProblem"] | components["schemas"]["QuotesHaltedProblem"] | components["schemas"]["RateUnavailableProblem"] | components["schemas"]["InstrumentBusyProblem"] | components["schemas"]["DatabaseUnavailableProblem"] | components["schemas"]["ShuttingDownProblem"];
        /** @description Fields of every problem (RFC 9457). Some codes add facts, such as `limits`. */
        ProblemMembers: {
            /**
             * @description Address of the documentation of this error.
             * @example https://corridor.example/docs/errors#invalid_request
             */
            type: string;
            /**
             * @description The stable message.
             * @example The request does not have the documented form.
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             * @example 400
             */
            status: number;
            /**
             * @description Details of this case. The wording may change.
             * @example /quote_id is required
             */
            detail?: string;
            /**
             * @description The path of the request, without its query.
             * @example /v1/organizations/org_01jqe8m2x4fv5s0t6w7y8z9abc/orders
             */
            instance: string;
            code: components["schemas"]["ErrorCode"];
            /**
             * @description Also in the X-Request-Id header. Quote it when you ask for help.
             * @example req_5f0c9b1e7a3d2468ace01357
             */
            request_id: string;
            /** @description The fields at fault, if known. Only the first ones if there are many. */
            errors?: components["schemas"]["FieldError"][];
            /**
             * Format: int32
             * @description How many further errors there are. Absent when all are shown.
             * @example 3
             */
            more_errors?: number;
        };
        /** @description Events that were queued. */
        QueuedEvents: {
            /**
             * Format: int32
             * @description How many events are sent.
             * @example 1
             */
            queued: number;
        };
        /** @description One QueuedEvents. */
        QueuedEventsResponse: {
            data: components["schemas"]["QueuedEvents"];
        };
        /** @description A test that was queued. */
        QueuedTest: {
            /**
             * @description The event that is sent.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            event_id: string;
        };
        /** @description One QueuedTest. */
        QueuedTestResponse: {
            data: components["schemas"]["QueuedTest"];
        };
        /** @description A firm price for an amount. It can be used for one order. */
        Quote: {
            /**
             * @description The quote.
             * @example qt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The offering of the quote.
             * @example off_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            offering_id: string;
            /**
             * @description Payout currency per unit of payin currency, firm.
             * @example 4237.25
             */
            exchange_rate: string;
            payin: components["schemas"]["QuotePayin"];
            payout: components["schemas"]["QuotePayout"];
            /**
             * Format: date-time
             * @description The last instant at which the quote can be used for an order.
             * @example 2026-03-02T14:05:09.120Z
             */
            submission_expires_at: string;
            /**
             * Format: date-time
             * @description The last instant at which the order can be funded.
             * @example 2026-03-02T14:05:09.120Z
             */
            funding_expires_at: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
        };
        /** @description The quote has already been used for an order. */
        QuoteAlreadyUsedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "quote_already_used";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "quote_already_used";
        };
        /** @description The quote has expired. */
        QuoteExpiredProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "quote_expired";
            /**
             * Format: date-time
             * @description When the quote expired.
             * @example 2026-03-02T14:05:09.120Z
             */
            submission_expires_at: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "quote_expired";
        };
        /** @description Rows of Quote: all of them, or a page where the request asked for one. */
        QuoteList: {
            /** @description Rows of Quote: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Quote"][];
        };
        /** @description The payment from the payer, in the payin currency. */
        QuotePayin: {
            /**
             * @description The amount that the payer sends, fee and tax included.
             * @example 1000.00
             */
            total: string;
            /**
             * @description Part of the total.
             * @example 10.00
             */
            fee: string;
            /**
             * @description Tax on the fee, part of the total.
             * @example 1.90
             */
            tax: string;
        };
        /** @description The payment to the beneficiary, in the payout currency. */
        QuotePayout: {
            /**
             * @description The amount that the beneficiary receives.
             * @example 4186826.72
             */
            total: string;
        };
        /** @description One Quote. */
        QuoteResponse: {
            data: components["schemas"]["Quote"];
        };
        /** @description The operator has halted new quotes. */
        QuotesHaltedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 503;
            /**
             * @description The error.
             * @constant
             */
            code: "quotes_halted";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "quotes_halted";
        };
        /** @description Too many requests. */
        RateLimitedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 429;
            /**
             * @description The error.
             * @constant
             */
            code: "rate_limited";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "rate_limited";
        };
        /** @description No fresh exchange rate is available. */
        RateUnavailableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 503;
            /**
             * @description The error.
             * @constant
             */
            code: "rate_unavailable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "rate_unavailable";
        };
        /** @description The order has no receipt. */
        ReceiptNotAvailableProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "receipt_not_available";
            /** @description The current status of the order. */
            current_status: components["schemas"]["OrderStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "receipt_not_available";
        };
        /** @description One event, or the events of a period. */
        Redelivery: components["schemas"]["RedeliveryOfEvent"] | components["schemas"]["RedeliveryOfTime"];
        /** @description Sends one event again. */
        RedeliveryOfEvent: {
            /**
             * Format: typeid
             * @description One event, whatever its type.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            event_id: string;
        };
        /** @description Sends the events of a period again. */
        RedeliveryOfTime: {
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. Events later than this instant.
             * @example 2026-03-02T00:00:00Z
             */
            created_after: string;
            /**
             * Format: date-time
             * @description ISO 8601 with a zone. Events earlier than this instant.
             * @example 2026-03-03T00:00:00Z
             */
            created_before: string;
        };
        /** @description A payment back to the payer. */
        Refund: {
            /**
             * @description The refund.
             * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The order whose money goes back.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /** @description The deposit that goes back; null if the refund is of the order as a whole. */
            deposit_id: string | null;
            /**
             * @description The currency of the refund.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            amount: string;
            /**
             * @description The amount, in that currency.
             * @example 1000.00
             */
            borne_fee: string;
            reason: components["schemas"]["RefundReason"];
            /** @description The instrument that receives the refund; null until that is decided. */
            external_payment_instrument_id: string | null;
            status: components["schemas"]["RefundStatus"];
            /** @description The refund that pays a COLLECTED one back; null for any other. */
            collected_in: string | null;
            /** @description The rail's own reference; null until it has one. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description Rows of Refund: all of them, or a page where the request asked for one. */
        RefundList: {
            /** @description Rows of Refund: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Refund"][];
        };
        /**
         * @description Why the money goes back.
         * @example excess
         * @enum {string}
         */
        RefundReason: "funding_expired" | "cancelled" | "excess" | "extra" | "late" | "wrong_asset" | "declined" | "payout_rejected" | "payout_ended" | "payout_returned" | "retry_leftover" | "collected";
        /** @description One Refund. */
        RefundResponse: {
            data: components["schemas"]["Refund"];
        };
        /**
         * @description PENDING: not yet sent. SENT: on its way. PROCESSED: it arrived. FAILED: an operator looks at it. KEPT: it is too small to be sent; ask the desk for it. COLLECTED: another refund pays it back. WRITTEN_OFF: it is too small, and the desk keeps it.
         * @example PROCESSED
         * @enum {string}
         */
        RefundStatus: "PENDING" | "SENT" | "PROCESSED" | "FAILED" | "KEPT" | "COLLECTED" | "WRITTEN_OFF";
        /** @description A refund was created or its status changed. */
        RefundUpdatedData: {
            /**
             * @description The order.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * @description A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.
             * @example CO-20260302-7K3M9QXA
             */
            reference_number: string;
            /** @description Your own reference; null if the order was created without one. */
            external_reference_id: string | null;
            /**
             * @description The refund.
             * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            refund_id: string;
            /**
             * @description The currency of the refund.
             * @example USDC
             */
            currency: string;
            /**
             * @description The amount of the refund.
             * @example 1000.00
             */
            amount: string;
            reason: components["schemas"]["RefundReason"];
            status: components["schemas"]["RefundStatus"];
        };
        /** @description A refund was created or its status changed. */
        RefundUpdatedEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * @description The order that the event belongs to.
             * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            order_id: string;
            /**
             * Format: int32
             * @description Counts the events of the order from 1, without a gap.
             * @example 2
             */
            sequence: number;
            data: components["schemas"]["RefundUpdatedData"];
        };
        /** @description A refund was created or its status changed. */
        RefundUpdatedPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["RefundUpdatedData"];
        };
        /** @description The request took too long to arrive. */
        RequestTimeoutProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 408;
            /**
             * @description The error.
             * @constant
             */
            code: "request_timeout";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "request_timeout";
        };
        /** @description The amount held does not cover the new quote. */
        RetryNotCoveredProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "retry_not_covered";
            /**
             * @description What the declined order holds, in the payin currency.
             * @example 1000.00
             */
            held: string;
            /**
             * @description The payin total of the new quote.
             * @example 1010.00
             */
            needed: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "retry_not_covered";
        };
        /** @description The route is disabled. */
        RouteDisabledProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "route_disabled";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "route_disabled";
        };
        /** @description The time of the sandbox. */
        SandboxClock: {
            /**
             * Format: date-time
             * @description The current time of the sandbox.
             * @example 2026-03-02T14:05:09.120Z
             */
            now: string;
            /**
             * Format: int64
             * @description Milliseconds by which the sandbox is ahead of real time.
             * @example 7200000
             */
            ahead_ms: number;
        };
        /** @description One SandboxClock. */
        SandboxClockResponse: {
            data: components["schemas"]["SandboxClock"];
        };
        /** @description This operation needs a sandbox API key. */
        SandboxKeyRequiredProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 403;
            /**
             * @description The error.
             * @constant
             */
            code: "sandbox_key_required";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "sandbox_key_required";
        };
        /** @description A behaviour that the sandbox can simulate. */
        Scenario: {
            name: components["schemas"]["ScenarioName"];
            /**
             * @description The result of the scenario.
             * @example The rail rejects the payout.
             */
            outcome: string;
            /**
             * @description A payin total that selects the scenario; any total with the same ending does.
             * @example 1911.06
             */
            payin_total: string;
            /**
             * @description An instrument with this alias selects the scenario too.
             * @example sandbox:rail_rejects
             */
            alias: string;
        };
        /** @description Rows of Scenario: all of them, or a page where the request asked for one. */
        ScenarioList: {
            /** @description Rows of Scenario: all of them, or a page where the request asked for one. */
            data: components["schemas"]["Scenario"][];
        };
        /**
         * @description The scenario.
         * @example provider_declines
         * @enum {string}
         */
        ScenarioName: "provider_declines" | "provider_declines_once" | "provider_times_out_filled" | "provider_times_out_not_filled" | "provider_worse_rate" | "rail_rejects" | "rail_times_out_paid" | "rail_settles_late" | "partial_funding" | "over_funding" | "late_funding" | "wrong_asset_funding" | "refund_fails_then_succeeds" | "refund_rejected" | "unknown_address_funding" | "duplicate_report" | "funding_after_completion" | "provider_fills_partly" | "provider_low_balance" | "payout_returned" | "lying_rail" | "held_deposit";
        /**
         * @description Days after funding.
         * @example T+0
         * @enum {string}
         */
        SettlementTime: "T+0" | "T+1" | "T+2";
        /** @description The service is shutting down. */
        ShuttingDownProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 503;
            /**
             * @description The error.
             * @constant
             */
            code: "shutting_down";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "shutting_down";
        };
        /** @description May be empty. */
        SimulatedFunding: {
            /**
             * @description An id for tracing. It is only logged.
             * @example demo-1
             */
            request_id?: string;
        };
        /**
         * @description A currency that SOLANA_ADDRESS carries.
         * @example USDC
         * @enum {string}
         */
        SolanaAddressCurrency: "USDC" | "USDT" | "EURC";
        /**
         * @description A wallet on Solana. Carries USDC, USDT, EURC. A field that was not sent is an empty string.
         * @example {
         *       "address": "7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q"
         *     }
         */
        SolanaAddressDetails: {
            /**
             * @description The wallet: 32 bytes in base58.
             * @example 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q
             */
            address: string;
        };
        /** @description How to fund an order. A wallet on Solana. Carries USDC, USDT, EURC. */
        SolanaAddressFundingInstructions: {
            /** @description The currency to send. */
            currency: components["schemas"]["SolanaAddressCurrency"];
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "SOLANA_ADDRESS";
            /** @description The account to send it to. */
            details: components["schemas"]["SolanaAddressDetails"];
        };
        /** @description A wallet on Solana. Carries USDC, USDT, EURC. */
        SolanaAddressInstrument: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Your label.
             * @example Treasury wallet
             */
            alias: string;
            /** @description The currency of the instrument. */
            currency: components["schemas"]["SolanaAddressCurrency"];
            /**
             * @description Decides the fields of the details. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            method: "SOLANA_ADDRESS";
            details: components["schemas"]["SolanaAddressDetails"];
            status: components["schemas"]["InstrumentStatusWithHistory"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description The enterprise has reached its limit of working API keys. */
        TooManyApiKeysProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "too_many_api_keys";
            /**
             * Format: int32
             * @description The limit.
             * @example 20
             */
            limit: number;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "too_many_api_keys";
        };
        /** @description The information request has reached its limit of documents. */
        TooManyDocumentsProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "too_many_documents";
            /**
             * Format: int32
             * @description The limit.
             * @example 20
             */
            limit: number;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "too_many_documents";
        };
        /** @description The organization has reached its limit of instruments. */
        TooManyInstrumentsProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "too_many_instruments";
            /**
             * Format: int32
             * @description The limit.
             * @example 20
             */
            limit: number;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "too_many_instruments";
        };
        /** @description The request would create more than 500 offerings. */
        TooManyOfferingsProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "too_many_offerings";
            /**
             * Format: int32
             * @description How many offerings would result.
             * @example 640
             */
            would_result: number;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "too_many_offerings";
        };
        /** @description The enterprise has reached its limit of organizations. */
        TooManyOrganizationsProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "too_many_organizations";
            /**
             * Format: int32
             * @description The limit.
             * @example 20
             */
            limit: number;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "too_many_organizations";
        };
        /** @description The organization has reached its limit of webhook endpoints. */
        TooManyWebhookEndpointsProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "too_many_webhook_endpoints";
            /**
             * Format: int32
             * @description The limit.
             * @example 20
             */
            limit: number;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "too_many_webhook_endpoints";
        };
        /** @description Hours of one day of the week. */
        TradingHours: {
            /**
             * Format: int32
             * @description 0 Sunday to 6 Saturday.
             * @example 1
             */
            day_of_week: number;
            /**
             * @description HH:MM in the time zone.
             * @example 08:00
             */
            start_time: string;
            /**
             * @description HH:MM, exclusive. An end at or before the start is on the next day.
             * @example 17:00
             */
            end_time: string;
            /**
             * @description A time zone of the IANA database.
             * @example America/Bogota
             */
            timezone: string;
        };
        /** @description Two currencies that a provider converts, in this direction. */
        TradingPair: {
            /**
             * @description The currency that the customer pays in.
             * @example USDC
             */
            payin_currency: string;
            /**
             * @description The currency that is paid out.
             * @example COP
             */
            payout_currency: string;
            /** @description When the pair trades, today and on the next six days, in UTC. */
            hours_of_operation: components["schemas"]["OperatingHours"][];
        };
        /** @description Whether an instrument needs a travel rule record. */
        TravelRule: {
            /**
             * @description The instrument.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            external_payment_instrument_id: string;
            /** @description Transfers of at least this amount, in the currency of the instrument, need a record. Null: none does. */
            required_from: string | null;
            /** @description The newest record. Null: none was given. */
            record: components["schemas"]["TravelRuleRecord"] | null;
        };
        /** @description Originator and beneficiary of transfers from or to a wallet, with the field names of IVMS101. */
        TravelRuleContent: {
            originator: components["schemas"]["Originator"];
            beneficiary: components["schemas"]["Beneficiary"];
        };
        /** @description A record of originator and beneficiary, without its content. */
        TravelRuleRecord: {
            /**
             * @description The record.
             * @example trr_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The wallet.
             * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            external_payment_instrument_id: string;
            /**
             * Format: date-time
             * @description When it was given.
             * @example 2026-03-02T14:05:09.120Z
             */
            recorded_at: string;
        };
        /** @description One TravelRuleRecord. */
        TravelRuleRecordResponse: {
            data: components["schemas"]["TravelRuleRecord"];
        };
        /** @description One TravelRule. */
        TravelRuleResponse: {
            data: components["schemas"]["TravelRule"];
        };
        /** @description A valid API key is required. */
        UnauthenticatedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 401;
            /**
             * @description The error.
             * @constant
             */
            code: "unauthenticated";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "unauthenticated";
        };
        /** @description A problem with the HTTP status 503. */
        UnavailableProblem: components["schemas"]["FundingAccountUnavailableProblem"] | components["schemas"]["QuotesHaltedProblem"] | components["schemas"]["RateUnavailableProblem"] | components["schemas"]["InstrumentBusyProblem"] | components["schemas"]["DatabaseUnavailableProblem"] | components["schemas"]["ShuttingDownProblem"];
        /** @description The request has an unknown field. */
        UnknownFieldProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /**
             * @description The error.
             * @constant
             */
            code: "unknown_field";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "unknown_field";
        };
        /** @description A problem with the HTTP status 422. */
        UnprocessableProblem: components["schemas"]["TooManyOfferingsProblem"] | components["schemas"]["AmountOutOfLimitsProblem"] | components["schemas"]["AmountPrecisionProblem"] | components["schemas"]["AmountNotPositiveProblem"] | components["schemas"]["InvalidDetailsProblem"] | components["schemas"]["InvalidAnswerProblem"] | components["schemas"]["InvalidDocumentProblem"] | components["schemas"]["IdempotencyKeyReusedProblem"] | components["schemas"]["UrlNotAllowedProblem"];
        /** @description The body must be uncompressed application/json. */
        UnsupportedMediaTypeProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 415;
            /**
             * @description The error.
             * @constant
             */
            code: "unsupported_media_type";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "unsupported_media_type";
        };
        /** @description Webhooks may not be sent to this URL. */
        UrlNotAllowedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /**
             * @description The error.
             * @constant
             */
            code: "url_not_allowed";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "url_not_allowed";
        };
        /** @description A limit for the payin totals of the orders that are created in a period. */
        VolumeLimit: {
            /** @description The payin instrument that is limited. Null for a limit of the whole organization. */
            external_payment_instrument_id: string | null;
            /**
             * @description The payin currency that it limits.
             * @example USDC
             */
            currency: string;
            period: components["schemas"]["VolumePeriod"];
            /**
             * @description The most that may be ordered in the period.
             * @example 50000.00
             */
            limit: string;
            /** @description The desk raised `limit` until then. Null if it is the usual one. */
            raised_until: string | null;
            /**
             * @description What was ordered in the current period.
             * @example 12000.00
             */
            used: string;
            /**
             * @description What may still be ordered in it.
             * @example 38000.00
             */
            remaining: string;
            /**
             * Format: date-time
             * @description When the current period began.
             * @example 2026-03-02T14:05:09.120Z
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description When the next period begins.
             * @example 2026-03-02T14:05:09.120Z
             */
            ends_at: string;
        };
        /** @description Rows of VolumeLimit: all of them, or a page where the request asked for one. */
        VolumeLimitList: {
            /** @description Rows of VolumeLimit: all of them, or a page where the request asked for one. */
            data: components["schemas"]["VolumeLimit"][];
        };
        /** @description The order exceeds a daily or monthly volume limit. */
        VolumeLimitReachedProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "volume_limit_reached";
            volume_limit?: components["schemas"]["VolumeLimit"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "volume_limit_reached";
        };
        /**
         * @description What it limits: a day or a month, in UTC.
         * @example day
         * @enum {string}
         */
        VolumePeriod: "day" | "month";
        /** @description A document that the customer is asked for. */
        WantedDocument: {
            /**
             * @description Its name in the answer.
             * @example source_of_funds
             */
            name: string;
            /**
             * @description What is meant.
             * @example Where the money of this order comes from.
             */
            about: string;
            /**
             * @description The answer must have it.
             * @example true
             */
            required: boolean;
            /**
             * Format: int32
             * @description The largest size, in bytes.
             * @example 2000000
             */
            largest_bytes: number;
        };
        /** @description The delivery of one event to one endpoint. */
        WebhookDelivery: {
            /**
             * @description The delivery.
             * @example whd_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description The event; also the `webhook-id` of every attempt.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            event_id: string;
            /** @description The organization of the event; null for a test of an endpoint of the enterprise. */
            organization_id: string | null;
            /** @description The type of the event. */
            event_type: components["schemas"]["EventType"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * Format: int32
             * @description Attempts since it was last queued.
             * @example 1
             */
            attempts: number;
            /** @description The status of the last attempt. Null without an answer. */
            last_status_code: number | null;
            /** @description Why the last attempt got no answer. Null if it got one. */
            last_error: string | null;
            /**
             * @description How the body of the last answer begins, without control characters, if the endpoint did not accept. Null otherwise.
             * @example null
             */
            last_answer: string | null;
            /** @description When the next attempt is made. Null if there will be none. */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description Rows of WebhookDelivery: all of them, or a page where the request asked for one. */
        WebhookDeliveryList: {
            /** @description Rows of WebhookDelivery: all of them, or a page where the request asked for one. */
            data: components["schemas"]["WebhookDelivery"][];
        };
        /**
         * @description PENDING: another attempt will be made. DELIVERED: the endpoint accepted it. FAILED: there will be no other attempt.
         * @example DELIVERED
         * @enum {string}
         */
        WebhookDeliveryStatus: "PENDING" | "DELIVERED" | "FAILED";
        /** @description A URL of yours that receives events. */
        WebhookEndpoint: {
            /**
             * @description The webhook endpoint.
             * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Where events are sent.
             * @example https://example.com/webhooks/corridor
             */
            url: string;
            /**
             * @description Your label; may be empty.
             * @example Back office
             */
            description: string;
            /**
             * @description The types that are sent. Empty means every type.
             * @example [
             *       "order.completed"
             *     ]
             */
            event_types: components["schemas"]["ChosenEventType"][];
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * @description Why it is disabled. Null while it is enabled.
             * @example null
             */
            disabled_reason: components["schemas"]["DisabledReason"] | null;
            /**
             * @description The first failure since the last success. Null without one.
             * @example null
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
        };
        /** @description Omitted fields do not change. */
        WebhookEndpointChanges: {
            /**
             * @description An https URL of a public address, without user name, password or fragment. A sandbox also accepts http to its own machine.
             * @example https://example.com/webhooks/corridor
             */
            url?: string;
            /**
             * @description Your label.
             * @example Back office
             */
            description?: string;
            /**
             * @description The types that are sent. Empty means every type.
             * @example [
             *       "order.completed"
             *     ]
             */
            event_types?: components["schemas"]["ChosenEventType"][];
            status?: components["schemas"]["WebhookEndpointStatus"];
        };
        /** @description The webhook endpoint is disabled. */
        WebhookEndpointDisabledProblem: components["schemas"]["ProblemMembers"] & {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /**
             * @description The error.
             * @constant
             */
            code: "webhook_endpoint_disabled";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "webhook_endpoint_disabled";
        };
        /** @description Rows of WebhookEndpoint: all of them, or a page where the request asked for one. */
        WebhookEndpointList: {
            /** @description Rows of WebhookEndpoint: all of them, or a page where the request asked for one. */
            data: components["schemas"]["WebhookEndpoint"][];
        };
        /** @description One WebhookEndpoint. */
        WebhookEndpointResponse: {
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * @description A disabled endpoint is sent nothing.
         * @example ENABLED
         * @enum {string}
         */
        WebhookEndpointStatus: "ENABLED" | "DISABLED";
        /** @description A webhook endpoint with the secret that signs its requests. */
        WebhookEndpointWithSecret: {
            /**
             * @description The webhook endpoint.
             * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description Where events are sent.
             * @example https://example.com/webhooks/corridor
             */
            url: string;
            /**
             * @description Your label; may be empty.
             * @example Back office
             */
            description: string;
            /**
             * @description The types that are sent. Empty means every type.
             * @example [
             *       "order.completed"
             *     ]
             */
            event_types: components["schemas"]["ChosenEventType"][];
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * @description Why it is disabled. Null while it is enabled.
             * @example null
             */
            disabled_reason: components["schemas"]["DisabledReason"] | null;
            /**
             * @description The first failure since the last success. Null without one.
             * @example null
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:09.120Z
             */
            updated_at: string;
            /**
             * @description Signs the requests. It is not shown again.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
        };
        /** @description One WebhookEndpointWithSecret. */
        WebhookEndpointWithSecretResponse: {
            data: components["schemas"]["WebhookEndpointWithSecret"];
        };
        /** @description The body of any webhook request. Tell them apart by `type`. */
        WebhookPayload: components["schemas"]["OrderCreatedPayload"] | components["schemas"]["OrderFundedPayload"] | components["schemas"]["OrderFundingExpiredPayload"] | components["schemas"]["OrderCancelledPayload"] | components["schemas"]["OrderFilledPayload"] | components["schemas"]["OrderDeclinedPayload"] | components["schemas"]["OrderCompletedPayload"] | components["schemas"]["OrderRefundRequestedPayload"] | components["schemas"]["OrderRefundedPayload"] | components["schemas"]["OrderRetriedPayload"] | components["schemas"]["OrderParkedPayload"] | components["schemas"]["OrderReleasedPayload"] | components["schemas"]["OrderDelayedPayload"] | components["schemas"]["DepositRecordedPayload"] | components["schemas"]["PayoutReturnedPayload"] | components["schemas"]["PayoutSettledPayload"] | components["schemas"]["RefundUpdatedPayload"] | components["schemas"]["InstrumentStatusChangedPayload"] | components["schemas"]["OrganizationStatusChangedPayload"] | components["schemas"]["InstrumentTravelRuleRequiredPayload"] | components["schemas"]["InformationRequestedPayload"] | components["schemas"]["InformationAnsweredPayload"] | components["schemas"]["InformationClosedPayload"] | components["schemas"]["WebhookTestPayload"];
        /** @description A test of a webhook endpoint was requested. An endpoint can neither select nor exclude this type. */
        WebhookTestData: {
            /**
             * @description The endpoint.
             * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            webhook_endpoint_id: string;
        };
        /** @description A test of a webhook endpoint was requested. An endpoint can neither select nor exclude this type. */
        WebhookTestEvent: {
            /**
             * @description The event. Every delivery of it has the same id.
             * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
             */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            created_at: string;
            /** @description Null: the event belongs to no order. */
            order_id: string | null;
            /** @description Null: only events of orders have a sequence. */
            sequence: number | null;
            data: components["schemas"]["WebhookTestData"];
        };
        /** @description A test of a webhook endpoint was requested. An endpoint can neither select nor exclude this type. */
        WebhookTestPayload: {
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-02T14:05:09.120Z
             */
            timestamp: string;
            /** @description The organization of the event. Only in requests to endpoints of the enterprise; null in a test. */
            organization_id?: string | null;
            data: components["schemas"]["WebhookTestData"];
        };
    };
    responses: {
        /** @description The request is malformed. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["BadRequestProblem"];
            };
        };
        /** @description The API key is missing or does not work. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
            };
        };
        /** @description The API key may not do this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /** @description There is no such thing in this organization. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotFoundProblem"];
            };
        };
        /** @description The path does not support this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["MethodNotAllowedProblem"];
            };
        };
        /** @description The Accept header excludes the answer. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotAcceptableProblem"];
            };
        };
        /** @description The request took too long to arrive. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
            };
        };
        /** @description The current state does not allow it. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConflictProblem"];
            };
        };
        /** @description The body is too large. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ContentTooLargeProblem"];
            };
        };
        /** @description The body is not uncompressed JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
            };
        };
        /** @description The values cannot be accepted. */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnprocessableProblem"];
            };
        };
        /** @description Too many requests. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["RateLimitedProblem"];
            };
        };
        /** @description The request headers are too large. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
            };
        };
        /** @description A defect of the service. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InternalErrorProblem"];
            };
        };
        /** @description The service cannot serve now. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnavailableProblem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Your X-Request-Id if it was well formed, else a new one. Quote it when you ask for help. */
        "X-Request-Id": string;
        /** @description Units in each second. Applies to the API key of this request. All processes of the service on one machine count together. Most requests take 1 unit, complete lists and timelines 10, creating offerings and API keys, rotating keys and redelivering events 50. */
        "RateLimit-Limit": number;
        /** @description Units left in this second. Applies to the API key of this request. All processes of the service on one machine count together. Most requests take 1 unit, complete lists and timelines 10, creating offerings and API keys, rotating keys and redelivering events 50. */
        "RateLimit-Remaining": number;
        /** @description Seconds until all units are available again. */
        "RateLimit-Reset": number;
        /** @description Seconds to wait before a retry. Present where a retry can help. */
        "Retry-After": number;
        /** @description The address of the next page as `<…>; rel="next"`. Absent on the last page. */
        Link: string;
        /** @description `true` on the answer to a repeated request. Otherwise absent. */
        "Idempotent-Replayed": string;
        /** @description The methods that the path supports. */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOrganizations: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description An organization to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganization"];
            };
        };
        responses: {
            /** @description The organization. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVolumeLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The volume limits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumeLimitList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description An API key to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The API key with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API key.
                 * @example key_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API key.
                 * @example key_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The API key.
                 * @example key_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                api_key_id: string;
            };
            cookie?: never;
        };
        /** @description How to rotate an API key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description The new API key with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInstruments: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instruments, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalPaymentInstrumentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInstrument: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description An instrument to create; `method` decides its fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInstrument"];
            };
        };
        responses: {
            /** @description The instrument. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalPaymentInstrumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInstrument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                external_payment_instrument_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instrument. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalPaymentInstrumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveInstrument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                external_payment_instrument_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived instrument. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalPaymentInstrumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLiquidityProviders: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The liquidity providers, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidityProviderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExchangeRate: {
        parameters: {
            query?: {
                /**
                 * @description Send it with `payout_currency`.
                 * @example USDC
                 */
                payin_currency?: string;
                /**
                 * @description Send it with `payin_currency`.
                 * @example COP
                 */
                payout_currency?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The provider.
                 * @example ALPHA
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current rate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeRateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConfiguredRoutes: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The routes, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfiguredRouteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOfferings: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description An object without fields, which may also be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description The new offerings; empty if nothing fits. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferingList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOffering: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The offering.
                 * @example off_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                offering_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The offering. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferingResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQuotes: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Quotes of this offering.
                 * @example off_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                offering_id?: string;
                /**
                 * @description ISO 8601 with a zone. Quotes created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Quotes created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quotes, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description Exactly one of `payin_amount` and `payout_amount`. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "offering_id": "off_01jqe8m2x4fv5s0t6w7y8z9abc",
                 *       "payin_amount": "1000.00"
                 *     }
                 */
                "application/json": components["schemas"]["NewQuote"];
            };
        };
        responses: {
            /** @description The quote. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The quote.
                 * @example qt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                quote_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description Orders with this status now.
                 * @example STEP_1_AWAITING_FUNDING
                 */
                status?: components["schemas"]["OrderStatus"];
                /**
                 * @description ISO 8601 with a zone. Orders created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Orders created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
                /**
                 * @description Your own reference, in full.
                 * @example invoice-2026-0042
                 */
                external_reference_id?: string;
                /**
                 * @description Orders of this offering.
                 * @example off_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                offering_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description An order to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description The order, awaiting funding. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrderTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history of the order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderTimelineResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description An object without fields, which may also be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description An object without fields, which may also be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryOrder: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description An order to create with the money of a declined one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRetry"];
            };
        };
        responses: {
            /** @description The new order, funded with the money of the declined one. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    simulateDemoFunding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        /** @description May be empty. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulatedFunding"];
            };
        };
        responses: {
            /** @description The order, funded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeposits: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description The deposits of this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description Deposits with this outcome.
                 * @example counted
                 */
                outcome?: components["schemas"]["DepositOutcome"];
                /**
                 * @description The deposits in this currency.
                 * @example USDC
                 */
                currency?: string;
                /**
                 * @description ISO 8601 with a zone. Deposits recorded later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Deposits recorded earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposits, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The deposit.
                 * @example dep_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                deposit_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposit. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description The payouts of this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description Payouts with this status.
                 * @example SETTLED
                 */
                status?: components["schemas"]["PayoutStatus"];
                /**
                 * @description The payouts in this currency.
                 * @example USDC
                 */
                currency?: string;
                /**
                 * @description ISO 8601 with a zone. Payouts created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Payouts created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payouts, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The payout.
                 * @example po_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                payout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payout. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description The refunds of this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description Refunds with this status.
                 * @example PROCESSED
                 */
                status?: components["schemas"]["RefundStatus"];
                /**
                 * @description The refunds in this currency.
                 * @example USDC
                 */
                currency?: string;
                /**
                 * @description ISO 8601 with a zone. Refunds created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Refunds created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refunds, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The refund.
                 * @example rf_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refund. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrderReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/pdf": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrderReceiptPdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInformationRequests: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
                /**
                 * @description The requests about this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description Requests with this status.
                 * @example OPEN
                 */
                status?: components["schemas"]["InformationRequestStatus"];
                /**
                 * @description ISO 8601 with a zone. Requests created later than this instant.
                 * @example 2026-03-02T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description ISO 8601 with a zone. Requests created earlier than this instant.
                 * @example 2026-03-03T00:00:00Z
                 */
                created_before?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The information requests, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationRequestList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInformationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The information request.
                 * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                information_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The information request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationRequestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadInformationDocument: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The information request.
                 * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                information_request_id: string;
            };
            cookie?: never;
        };
        /** @description A document to upload. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInformationDocument"];
            };
        };
        responses: {
            /** @description The document. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationDocumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    answerInformationRequest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The information request.
                 * @example irq_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                information_request_id: string;
            };
            cookie?: never;
        };
        /** @description The answer to an information request. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInformationAnswer"];
            };
        };
        responses: {
            /** @description The information request, answered. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InformationRequestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTravelRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                external_payment_instrument_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is needed and given. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TravelRuleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    giveTravelRuleRecord: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The instrument.
                 * @example epi_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                external_payment_instrument_id: string;
            };
            cookie?: never;
        };
        /** @description Originator and beneficiary of transfers from or to a wallet, with the field names of IVMS101. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TravelRuleContent"];
            };
        };
        responses: {
            /** @description The record, without its content. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TravelRuleRecordResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page, or the `id` of a streamed event. */
                cursor?: string;
                /**
                 * @description Events of this order.
                 * @example ord_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                order_id?: string;
                /**
                 * @description Events of this type.
                 * @example order.funded
                 */
                type?: components["schemas"]["EventType"];
                /**
                 * @description The order of a page, by default oldest_first. A cursor is good for both: it marks an event, and the page has what comes after or before it. A stream is always oldest first.
                 * @example newest_first
                 */
                sort?: components["schemas"]["EventSort"];
            };
            header?: {
                /** @description For a stream: the `id` of the last event received. Takes precedence over `cursor`. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, or a stream of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
            };
            cookie?: never;
        };
        /** @description A webhook endpoint to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The endpoint with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint as it was. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description Omitted fields do not change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChanges"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event was queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedTestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example org_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                organization_id: string;
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description One event, or the events of a period. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Redelivery"];
            };
        };
        responses: {
            /** @description The events were queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedEventsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEnterpriseWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEnterpriseWebhookEndpoint: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A fresh UUID for each new operation, made by you; the same one only when the same operation is repeated. 1 to 255 visible ASCII characters.
                 * @example 018e4b2a-6f3c-7d21-9c55-0a1b2c3d4e5f
                 */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A webhook endpoint to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The endpoint with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEnterpriseWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEnterpriseWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint as it was. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeEnterpriseWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description Omitted fields do not change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChanges"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateEnterpriseWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testEnterpriseWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event was queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedTestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEnterpriseWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.
                 * @example 50
                 */
                limit?: number;
                /** @description From the Link header of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries, or a page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverEnterpriseWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whe_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                webhook_endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description One event, or the events of a period. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Redelivery"];
            };
        };
        responses: {
            /** @description The events were queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedEventsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time of the sandbox. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClockResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A duration to add, or the new time. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockMove"];
            };
        };
        responses: {
            /** @description The time of the sandbox. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClockResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    onOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCreatedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderFunded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderFundedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderFundingExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderFundingExpiredPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCancelledPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderFilled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderFilledPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderDeclined: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderDeclinedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCompletedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderRefundRequested: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRefundRequestedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderRefunded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRefundedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderRetried: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRetriedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderParked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderParkedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderReleased: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderReleasedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderDelayed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderDelayedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDepositRecorded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositRecordedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutReturned: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutReturnedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutSettled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutSettledPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundUpdatedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInstrumentStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstrumentStatusChangedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrganizationStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationStatusChangedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInstrumentTravelRuleRequired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstrumentTravelRuleRequiredPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInformationRequested: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InformationRequestedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInformationAnswered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InformationAnsweredPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInformationClosed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InformationClosedPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.
                 * @example evt_01jqe8m2x4fv5s0t6w7y8z9abc
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.
                 * @example 1772632800
                 */
                "webhook-timestamp": number;
                /**
                 * @description One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestPayload"];
            };
        };
        responses: {
            /** @description Delivered. Any status from 200 to 299 within 15 seconds counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: nothing more is sent to it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered. The request is retried, up to ten attempts in all. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
