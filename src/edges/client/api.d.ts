/** Made from docs/openapi.json by `npm run docs`; not to be edited. */
export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service can work */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures in the Prometheus text format */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The service and what it depends on */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hand in an alert. 202 means it is stored */
        post: operations["sendAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Incidents, newest first unless sorted otherwise */
        get: operations["listIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What lists can be filtered by: sources, services, teams, causes and labels of the newest incidents */
        get: operations["listIncidentValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One incident with its whole timeline */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The alerts an incident stands for, those that fire first */
        get: operations["listIncidentAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The timeline of an incident, oldest first */
        get: operations["listIncidentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that an incident is over */
        post: operations["resolveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Write a note on the timeline */
        post: operations["addNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm the plan that is shown, reject it, ask to look again, or ignore the incident */
        post: operations["decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** See what the plan would change now, without changing anything */
        post: operations["dryRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say who has an incident in hand: yourself, somebody else, or nobody any more */
        post: operations["assignIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a diagnostic plugin on an incident; what it answers stands on the timeline as numbered evidence */
        post: operations["lookByHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/attach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an incident part of another; what it leads comes along */
        post: operations["attachIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/detach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a part free; it gets a diagnosis of its own and is not gathered again by itself */
        post: operations["detachIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hand in a plan for an escalated incident; it is judged as any other, and waits for a person */
        post: operations["handInPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/proposals/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** See whether a plan you have not handed in would be let through, what it would change, what it rests on, and the way back */
        post: operations["tryPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was asked about an incident, oldest first, with the answers */
        get: operations["listQuestions"];
        put?: never;
        /** Ask about an incident; it is answered with quotes from its evidence, and nothing is changed */
        post: operations["askQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An incident as Markdown, for the review afterwards
         * @description Times, evidence, plan, decisions, outcome and the timeline. What others said stays as they said it. Not in an envelope.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Incidents per day and how long they took to resolve */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Saved views: lists of incidents under a name */
        get: operations["listViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/views/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Save a list under a name; one of that name is replaced */
        put: operations["saveView"];
        post?: never;
        /** Remove a saved view; the incidents stay */
        delete: operations["removeView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/web-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where people open metrics and logs in their browser */
        get: operations["getWebLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs of the workflow, newest first; with state=given_up those that need a person */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One run, step by step */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have a run tried again that was given up; what it has done, or begun to change, is not done again */
        post: operations["retryRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/silences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Silences, those that hold first, each with what it holds back */
        get: operations["listSilences"];
        put?: never;
        /** Hold alerts back by their labels, for a time */
        post: operations["createSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/silences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One silence */
        get: operations["getSilence"];
        /** Change the fields given, while it is not over */
        put: operations["changeSilence"];
        post?: never;
        /** End a silence now; it stays on the list as one that is over */
        delete: operations["endSilence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/silences/{id}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The alerts a silence holds back, the newest first */
        get: operations["listSilencedAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/silences/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What such a silence would hold back today; nothing is changed */
        post: operations["previewSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What the chat platform has to tell: messages and reactions */
        post: operations["takeChatEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/card/action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A button was pressed on a card */
        post: operations["takeCardAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens to incidents, live
         * @description Server-sent events, for as long as the client stays. Names and data:
         *     `incident_created` {id, title, severity}, `diagnosis_completed` {incident_id, conclusion, confidence}, `proposal_created` {incident_id, risk_level},
         *     `execution_completed` {incident_id, success, duration}, `incident_resolved` {incident_id, resolution}, and for everything else on a timeline
         *     `incident_updated` {incident_id, status, kind}. Each message has an id; give the last one back (Last-Event-ID) to miss nothing.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All plugins, built-in and custom */
        get: operations["listPlugins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/known-names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Names to offer where the parameter of a plugin is typed: namespaces, databases, deployments */
        get: operations["listKnownNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plugins/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One plugin and how it was used, over all instances */
        get: operations["getPlugin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plugins/{name}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a diagnostic plugin by hand; it is counted and on the audit trail */
        post: operations["runPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plugins/{name}/agree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Agree to what a plugin of your own says of itself now: its category, risk or hosts have changed */
        post: operations["agreeToPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Entries, newest first; with `search` the best first */
        get: operations["listKnowledge"];
        put?: never;
        /** Write an entry */
        post: operations["addKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One entry */
        get: operations["getKnowledge"];
        /** Change the fields given */
        put: operations["changeKnowledge"];
        post?: never;
        /** Remove an entry; its revisions are kept, and restoring one brings it back */
        delete: operations["removeKnowledge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every state of an entry, newest first; also after its removal */
        get: operations["listKnowledgeRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring an earlier revision back, also of a removed entry */
        post: operations["restoreKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/environment-context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is known of the environment */
        get: operations["getEnvironment"];
        /** Replace the whole document */
        put: operations["replaceEnvironment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/environment-context/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every version of the document, newest first: when it was put and by whom */
        get: operations["listEnvironmentVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/environment-context/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The document as one version had it */
        get: operations["getEnvironmentVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/{key}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try an address, a key or a channel as it is, or with a change that is not made yet */
        post: operations["testSetting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The values in force, grouped; never a secret */
        get: operations["getConfiguration"];
        /** Change runtime values, effective at the next use on every instance */
        put: operations["changeConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/config/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a change would bring, before it is made; nothing is stored */
        post: operations["checkConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every setting: value in force, where it comes from, who changed it; secrets masked */
        get: operations["listSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys that were issued */
        get: operations["listKeys"];
        put?: never;
        /** Issue a key; the answer is the only time it is shown */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key, effective at the next request on every instance */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who changed what, newest first */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a held service act again, as after a restore of its database */
        post: operations["releaseHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who you are */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a key
         * @description Sets the cookie of a session, for browsers. More than ten wrong keys a minute are FORBIDDEN.
         */
        post: operations["signIn"];
        /** Sign out */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AlertAccepted: {
            /** @description Empty where a cleared alert belongs to no incident, and where a silence holds all of it back. */
            incident_id: string;
            /** @constant */
            status: "accepted";
            message: string;
        };
        /** @description A plain alert, or what an alert manager or a dashboard tool posts. They are told apart by their content. */
        AlertBody: components["schemas"]["PlainAlert"] | components["schemas"]["AlertManagerNotification"] | components["schemas"]["DashboardNotification"];
        /** @description What an alert manager posts to a webhook. */
        AlertManagerNotification: {
            version?: string;
            groupKey?: string;
            /** @enum {unknown} */
            status?: "firing" | "resolved";
            receiver?: string;
            /** @description What its alerts were grouped by. */
            groupLabels?: {
                [key: string]: string;
            };
            /** @description What all its alerts bear. */
            commonLabels?: {
                [key: string]: string;
            };
            /** @description What is said of all its alerts. */
            commonAnnotations?: {
                [key: string]: string;
            };
            externalURL?: string;
            alerts: components["schemas"]["AlertMember"][];
        };
        AlertMember: {
            /** @enum {unknown} */
            status: "firing" | "resolved";
            /** @description What it is about; alertname is its name. */
            labels: {
                [key: string]: string;
            };
            /** @description What people wrote for people. */
            annotations?: {
                [key: string]: string;
            };
            /** @description Since when it fires. */
            startsAt?: string;
            /** @description When it ended, or will be held for ended. */
            endsAt?: string;
            /** @description Where its rule stands. */
            generatorURL?: string;
            /** @description The same for the same alert. */
            fingerprint?: string;
        };
        AnsweredFinding: {
            text: string;
            evidence: components["schemas"]["Evidence"][];
        };
        AttachRequest: {
            /** @description The incident that is to lead it. */
            part_of: string;
            comment?: string;
        };
        AuditEntry: {
            seq: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            at: string;
            actor: string;
            action: string;
            target: string;
            details: {
                [key: string]: unknown;
            };
        };
        CardActionAnswer: {
            /** @constant */
            success: true;
            /** @description A sentence for people. */
            message?: string;
            /** @description The words of a url_verification, given back. */
            challenge?: string;
            /** @description Empty for a challenge, and where the work goes on behind the answer. */
            data: {
                incident_id?: string;
                /** @description Of the incident, now. */
                status?: string;
                accepted?: boolean;
                /** @description Why it was not accepted: not_waiting, is_part, too_late, stale_digest, digest_needed, not_an_approver, not_a_person, own_alert or not_our_card. */
                reason?: string;
            };
            toast?: {
                /** @enum {unknown} */
                type: "info" | "success" | "error" | "warning";
                content: string;
            };
            card?: {
                /** @constant */
                type: "raw";
                data: {
                    [key: string]: unknown;
                };
            };
        };
        /** @description A pressed button: card.action.trigger, the older form, or the short form of the example; plain or as {encrypt}. Signed like events. */
        CardActionBody: {
            [key: string]: unknown;
        };
        ChatEventAnswer: {
            /** @constant */
            success: true;
            /** @description A sentence for people. */
            message?: string;
            /** @description The words of a url_verification, given back. */
            challenge?: string;
            /** @description Empty for a challenge, and where the work goes on behind the answer. */
            data: {
                /** @enum {unknown} */
                handled?: "alert" | "answered" | "noted" | "ignored";
                incident_id?: string;
            };
        };
        /** @description An event of the chat platform in its schema 1 or 2, or in the short form of the example; plain or as {encrypt}. The headers X-Chat-Request-Timestamp, X-Chat-Request-Nonce and X-Chat-Signature (or X-Lark-…) sign the raw body. */
        ChatEventBody: {
            [key: string]: unknown;
        };
        CheckedChange: {
            /** @description What a person should read before the change is made. */
            sentences: string[];
            /** @description Those of them that say what could not be read or is not known, and what would hold instead. */
            doubts: string[];
        };
        Configuration: {
            llm: {
                provider: string;
                model: string;
                base_url: string;
                /** @description Seconds. */
                timeout: number;
            };
            chat: {
                app_id: string;
                alert_bot_ids: string[];
            };
            security: {
                allowed_namespaces: string[];
                max_replica_change: number;
                forbidden_verbs: string[];
                hourly_quota: number;
            };
            monitoring: {
                enable_sql_db: boolean;
                enable_kv_store: boolean;
                enable_cloud: boolean;
            };
        };
        /**
         * @description Only the keys to change, flat and in capital letters. `null` unsets a key. Lists are arrays or text divided by commas. All or nothing.
         * @example {
         *       "LLM_TIMEOUT": 120,
         *       "ALLOWED_NAMESPACES": [
         *         "default",
         *         "shop"
         *       ]
         *     }
         */
        ConfigurationChange: {
            /** @description Model protocol: provider_a speaks Anthropic Messages, provider_b OpenAI chat completions. Takes one of provider_a, provider_b. */
            LLM_PROVIDER?: ("provider_a" | "provider_b") | null;
            /** @description Key of the model provider. Takes text, never shown again; null unsets it. */
            LLM_API_KEY?: string | null;
            /** @description Model name. Takes text; null unsets it. */
            LLM_MODEL?: string | null;
            /** @description Address of the model provider or of a compatible server. Takes an http(s) address; null unsets it. */
            LLM_BASE_URL?: string | null;
            /** @description Model name for the easy ones, on the same server: where an incident of the past shows again. Takes text; null unsets it. */
            LLM_SMALL_MODEL?: string | null;
            /** @description Models that are tried in order when the one before fails, or when its tokens of the hour are used up. Takes a list of objects {provider, base_url, model, hourly_tokens?}, or of texts with these values in this order, divided by spaces; [] empties it. */
            LLM_FALLBACKS?: string[] | null;
            /** @description Keys of the fallbacks, each with the address it may be sent to: https://host=key, divided by commas. Takes text, never shown again; null unsets it. */
            LLM_FALLBACK_KEYS?: string | null;
            /** @description What a million tokens of a model cost, so that an incident shows its cost in money. Takes a list of objects {model, input, output, cached_input?} with prices as numbers, or of texts with these values in this order, divided by spaces; [] empties it. */
            LLM_PRICES?: string[] | null;
            /** @description Currency of LLM_PRICES, as it is shown. Unset: USD. Takes text; null unsets it. */
            LLM_CURRENCY?: string | null;
            /** @description Seconds one model call may take. Takes an integer greater than 0. */
            LLM_TIMEOUT?: number | null;
            /** @description Tokens all diagnoses together may use in an hour; 0 means no limit. Takes an integer of at least 0; null unsets it. */
            LLM_HOURLY_TOKENS?: number | null;
            /** @description Application id on the chat platform. Takes text; null unsets it. */
            CHAT_APP_ID?: string | null;
            /** @description Application secret on the chat platform. Takes text, never shown again; null unsets it. */
            CHAT_APP_SECRET?: string | null;
            /** @description Key that signs (and may encrypt) the callbacks of the chat platform. Unset: every callback is refused. Takes text, never shown again; null unsets it. */
            CHAT_ENCRYPT_KEY?: string | null;
            /** @description Verification token some callbacks of the chat platform carry. Takes text, never shown again; null unsets it. */
            CHAT_VERIFICATION_TOKEN?: string | null;
            /** @description Address of the chat platform. Takes an http(s) address; null unsets it. */
            CHAT_BASE_URL?: string | null;
            /** @description Chat that gets the cards of alerts which name none. Takes text; null unsets it. */
            CHAT_DEFAULT_CHAT_ID?: string | null;
            /** @description People who may decide on a card. Unset: everyone in the chat. Takes a list, or text divided by commas; null unsets it. */
            CHAT_APPROVER_IDS?: string[] | null;
            /** @description Language of the fixed words on cards: en or zh. Takes one of en, zh. */
            CHAT_LANGUAGE?: ("en" | "zh") | null;
            /** @description Largest age of a signed callback in seconds; 0 means any. Takes an integer of at least 0 and at most 3153600000; null unsets it. */
            CHAT_MAX_SKEW_SECONDS?: number | null;
            /** @description Senders whose messages are alerts. Unset: POST /api/alert takes any sender, the chat takes none. Takes a list, or text divided by commas; null unsets it. */
            ALERT_BOT_IDS?: string[] | null;
            /** @description Namespaces in which a remediation may act. Takes a list, or text divided by commas; null unsets it. */
            ALLOWED_NAMESPACES?: string[] | null;
            /** @description Largest change of a replica count, as a ratio of the current count. Takes a number of at least 0; null unsets it. */
            MAX_REPLICA_CHANGE?: number | null;
            /** @description Commands no remediation may contain. Takes a list, or text divided by commas; null unsets it. */
            FORBIDDEN_VERBS?: string[] | null;
            /** @description Remediation actions in any rolling hour, over all instances. Takes an integer greater than 0. */
            HOURLY_QUOTA?: number | null;
            /** @description The stop switch: false refuses every remediation at once. Takes true or false; null unsets it. */
            REMEDIATION_ENABLED?: boolean | null;
            /** @description Watch the relational databases. Takes true or false; null unsets it. */
            ENABLE_SQL_DB?: boolean | null;
            /** @description Watch the key-value stores. Takes true or false; null unsets it. */
            ENABLE_KV_STORE?: boolean | null;
            /** @description Watch the alarms of the cloud. Takes true or false; null unsets it. */
            ENABLE_CLOUD?: boolean | null;
            /** @description Readings in a row that must agree before a finding opens or clears. Takes an integer of at least 1; null unsets it. */
            MONITOR_READINGS_IN_ROW?: number | null;
            /** @description A finding clears below this share of its limit. Takes a number of at least 0; null unsets it. */
            MONITOR_CLEAR_RATIO?: number | null;
            /** @description Share of the usable connections of a database from which on it is a finding. Takes a number of at least 0; null unsets it. */
            MONITOR_CONNECTIONS_RATIO?: number | null;
            /** @description Seconds a session waits for a lock until it is a finding. Takes an integer of at least 1 and at most 3153600000; null unsets it. */
            MONITOR_LOCK_WAIT_SECONDS?: number | null;
            /** @description Seconds a transaction stays open until it is a finding. Takes an integer of at least 1 and at most 3153600000; null unsets it. */
            MONITOR_TRANSACTION_SECONDS?: number | null;
            /** @description Seconds a replica is behind until it is a finding. Takes an integer of at least 1 and at most 3153600000; null unsets it. */
            MONITOR_REPLICATION_LAG_SECONDS?: number | null;
            /** @description Age of the oldest unfrozen transaction until it is a finding. Takes an integer of at least 1; null unsets it. */
            MONITOR_WRAPAROUND_AGE?: number | null;
            /** @description Share of maxmemory of a store that does not evict, from which on it is a finding. Takes a number of at least 0; null unsets it. */
            MONITOR_MEMORY_RATIO?: number | null;
            /** @description Keys a store evicts in a minute until it is a finding. Takes an integer of at least 1; null unsets it. */
            MONITOR_EVICTIONS_PER_MINUTE?: number | null;
            /** @description Connections a store rejects in a minute until it is a finding. Takes an integer of at least 1; null unsets it. */
            MONITOR_REJECTIONS_PER_MINUTE?: number | null;
            /** @description Milliseconds a store takes to answer until it is a finding. Takes an integer of at least 1; null unsets it. */
            MONITOR_LATENCY_MS?: number | null;
            /** @description Region whose CloudWatch alarms are watched. Unset: the one the AWS environment or profile names. Takes text; null unsets it. */
            CLOUD_REGION?: string | null;
            /** @description Address of CloudWatch where it is not that of AWS itself. Takes an http(s) address; null unsets it. */
            CLOUD_ENDPOINT?: string | null;
            /** @description Embedding protocol. Takes one of provider_a, provider_b; null unsets it. */
            EMBEDDING_PROVIDER?: ("provider_a" | "provider_b") | null;
            /** @description Embedding model name. Takes text; null unsets it. */
            EMBEDDING_MODEL?: string | null;
            /** @description Key of the embedding provider. Takes text, never shown again; null unsets it. */
            EMBEDDING_API_KEY?: string | null;
            /** @description Address of the embedding provider. Takes an http(s) address; null unsets it. */
            EMBEDDING_BASE_URL?: string | null;
            /** @description Address of the metrics server (Prometheus query API). Takes an http(s) address; null unsets it. */
            METRICS_URL?: string | null;
            /** @description Bearer token of the metrics server. Takes text, never shown again; null unsets it. */
            METRICS_TOKEN?: string | null;
            /** @description Address of the log server (Loki query API). Takes an http(s) address; null unsets it. */
            LOGS_URL?: string | null;
            /** @description Bearer token of the log server. Takes text, never shown again; null unsets it. */
            LOGS_TOKEN?: string | null;
            /** @description Address of the error tracker (Sentry API). Takes an http(s) address; null unsets it. */
            ERRORS_URL?: string | null;
            /** @description Bearer token of the error tracker. Takes text, never shown again; null unsets it. */
            ERRORS_TOKEN?: string | null;
            /** @description Address of an Alertmanager whose silences hold here as well. They are read, never changed. Takes an http(s) address; null unsets it. */
            ALERTMANAGER_URL?: string | null;
            /** @description Bearer token of the Alertmanager. Takes text, never shown again; null unsets it. */
            ALERTMANAGER_TOKEN?: string | null;
            /** @description Address at which people open the page of the metrics server in their browser; incidents link to the same query there. Takes an http(s) address; null unsets it. */
            METRICS_PAGE_URL?: string | null;
            /** @description Address at which people open Grafana in their browser; incidents link to the same queries in its Explore view. Takes an http(s) address; null unsets it. */
            GRAFANA_PAGE_URL?: string | null;
            /** @description Name or uid of the data source in Grafana that holds the metrics. Unset: prometheus. Takes text; null unsets it. */
            GRAFANA_METRICS_SOURCE?: string | null;
            /** @description Name or uid of the data source in Grafana that holds the logs. Unset: loki. Takes text; null unsets it. */
            GRAFANA_LOGS_SOURCE?: string | null;
            /** @description Name of the cluster we act on; alerts of other clusters get no Kubernetes action. Takes text; null unsets it. */
            CLUSTER_NAME?: string | null;
            /** @description Undo a change by itself when verification says it made things worse. Takes true or false; null unsets it. */
            AUTO_ROLLBACK?: boolean | null;
            /** @description Plugins taken out of use. Takes a list, or text divided by commas; null unsets it. */
            DISABLED_PLUGINS?: string[] | null;
            /** @description Seconds a proposal waits for a person before it expires. Takes an integer of at least 1 and at most 3153600000; null unsets it. */
            CONFIRM_WITHIN_SECONDS?: number | null;
            /** @description Seconds we watch after an execution whether it helped. Takes an integer of at least 1 and at most 3153600000; null unsets it. */
            VERIFY_WITHIN_SECONDS?: number | null;
            /** @description Model turns one diagnosis may take. Takes an integer of at least 1; null unsets it. */
            LLM_TURNS_MAX?: number | null;
            /** @description Tokens one diagnosis may use. Takes an integer of at least 1; null unsets it. */
            LLM_INCIDENT_TOKENS?: number | null;
            /** @description Seconds between two monitoring checks. Takes an integer of at least 1 and at most 3153600000; null unsets it. */
            MONITOR_INTERVAL_SECONDS?: number | null;
            /** @description Diagnoses at work at once, over all instances; 0 pauses them. Of two or more, one place is kept free for critical incidents. Takes an integer of at least 0; null unsets it. */
            DIAGNOSIS_CONCURRENCY?: number | null;
            /** @description Seconds after which a pending incident is diagnosed in every other place that gets free, whatever its severity. Takes an integer of at least 1 and at most 3153600000; null unsets it. */
            QUEUE_WAIT_MAX_SECONDS?: number | null;
            /** @description Seconds before its end in which a silence is told of, in the chat and in GET /api/status; 0 tells of none. Takes an integer of at least 0 and at most 3153600000; null unsets it. */
            SILENCE_NOTICE_SECONDS?: number | null;
            /** @description Seconds alerts about one node, workload, database or namespace wait for each other at most before they are diagnosed, so that those of one cause become one incident; critical ones wait for critical ones alone, two thirds of it at most. 0: incidents are gathered by hand alone. Takes an integer of at least 0 and at most 3153600000; null unsets it. */
            GATHER_SECONDS?: number | null;
            /** @description Seconds an alert that comes and goes must stay away until its incident is resolved; one that came back within them does. 0: every clearing resolves at once. Takes an integer of at least 0 and at most 3153600000; null unsets it. */
            FLAP_HOLD_SECONDS?: number | null;
            /** @description Seconds an alert that clears for the first time must stay away until its incident is resolved, so that one that comes back finds it open. 0: the first clearing resolves at once. Takes an integer of at least 0 and at most 3153600000; null unsets it. */
            CLEAR_HOLD_SECONDS?: number | null;
            /** @description Days a closed incident, or a silence that is over, is kept; 0 keeps it for ever. Takes an integer of at least 0 and at most 1000000; null unsets it. */
            RETENTION_DAYS?: number | null;
            /** @description Alerts one notification may bring; the rest is counted, and the answer says so. Takes an integer of at least 1; null unsets it. */
            ALERT_MEMBERS_MAX?: number | null;
            /** @description Event streams one key may hold on an instance; beyond it 503. Takes an integer of at least 1; null unsets it. */
            STREAMS_PER_KEY_MAX?: number | null;
            /** @description Requests of one key that may be under way on an instance; beyond it 503. Takes an integer of at least 1; null unsets it. */
            REQUESTS_PER_KEY_MAX?: number | null;
            /** @description Address under which people reach this service; cards link to the incident there. Takes an http(s) address; null unsets it. */
            PUBLIC_URL?: string | null;
            /** @description How much is logged. Takes one of trace, debug, info, warn, error, fatal; null unsets it. */
            LOG_LEVEL?: ("trace" | "debug" | "info" | "warn" | "error" | "fatal") | null;
        } & {
            [key: string]: unknown;
        };
        /** @description What a dashboard tool posts to a webhook, in its older or its unified form. */
        DashboardNotification: {
            title?: string;
            /** @description alerting, ok, no_data … */
            state?: string;
            message?: string;
            ruleName?: string;
            ruleUrl?: string;
            evalMatches?: {
                [key: string]: unknown;
            }[];
            alerts?: components["schemas"]["AlertMember"][];
        };
        DecisionRequest: {
            /** @enum {unknown} */
            decision: "confirm" | "reject" | "rediagnose" | "ignore";
            /** @description Of the plan you saw; required to confirm. Another one is a conflict. */
            digest?: string;
            /** @description With rediagnose: what to look at. */
            comment?: string;
            /**
             * @description With ignore: the next firing of its alerts is a new incident (once), counts on this one until they clear (until_cleared, as by default) or for some seconds (for_a_time), or is held back by a silence for labels (for_labels).
             * @enum {unknown}
             */
            repeats?: "once" | "until_cleared" | "for_a_time" | "for_labels";
            /** @description With for_a_time and for_labels: for how long; 3600 by default. */
            seconds?: number;
            /** @description With for_labels: which; those its alerts have in common by default. */
            matchers?: components["schemas"]["SilenceMatcher"][];
            /** @description With for_labels: the id of a silence that holds already, such as one that was made for many incidents. */
            silence?: string;
            /**
             * @description Said the second time, where the silence would hide every alert.
             * @constant
             */
            confirm?: "everything";
        };
        Diagnosis: {
            conclusion: string;
            confidence: number;
            key_findings: string[];
            /** @description What a person could do; never part of the plan. */
            suggested_actions: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            diagnosed_at: string;
            /**
             * @description Whether a model concluded or the built-in analysis.
             * @enum {unknown}
             */
            source: "analysis" | "model";
            /** @enum {unknown} */
            situation: "fault" | "recovered" | "works_as_designed" | "not_found" | "unclear";
            version: number;
            /** @description Which key findings were only seen beside the alert; they stand last. */
            beside: {
                /** @description Index into key_findings. */
                finding: number;
                /** @description What speaks against its having to do with the alert. */
                against: string;
            }[];
            evidence: {
                /** @description Number of the tool call. */
                call: string;
                plugin: string;
                /** @description Words that stand in its result. */
                quote: string;
                /** @description Index into key_findings. */
                finding: number;
            }[];
            ruled_out: string[];
            /** @description What could not be looked at. */
            not_seen: string[];
            /** @description Text from outside that gives orders; nobody followed it. */
            flags: {
                where: string;
                text: string;
            }[];
            /** @description Runbooks and known problems that match the incident; the best first. */
            knowledge: {
                /** @description Of the entry in the knowledge base. */
                id: string;
                title: string;
                /** @description The sentence of it that answers best. */
                quote: string;
                /** @description By what it matched. */
                why: string;
                /** @description Of a known problem that names its signs: whether all of them were seen. */
                holds?: boolean;
                evidence: components["schemas"]["Evidence"][];
            }[];
            /** @description Whom what was seen points to, the likeliest first; at most two, and none of them proven by that. */
            guesses: {
                /** @description Whom to look at. */
                entity: string;
                findings: components["schemas"]["AnsweredFinding"][];
                /** @description What speaks against it. */
                against: string[];
            }[];
            /** @description Names of what is at fault: the proven one, or else everybody the guesses name, the likeliest first. */
            at_fault: string[];
            /**
             * Format: date-time
             * @description When it began, by figures and log lines; an alert fires later.
             */
            onset?: string;
            /** @description Releases, scalings and what was written around it, in the order they happened; at most 8. */
            changes: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                entity: string;
                text: string;
                evidence: components["schemas"]["Evidence"][];
            }[];
            /** @description The way from those it points to, to those the alert speaks of; at most 12. */
            map?: {
                entities: {
                    name: string;
                    /** @description The alert speaks of it. */
                    is_subject: boolean;
                    /** @description What was seen points to it. */
                    is_suspect: boolean;
                    /** @description What was seen of it; at most 2. */
                    findings: string[];
                }[];
                ties: {
                    from: string;
                    to: string;
                    /** @enum {unknown} */
                    tie: "same" | "owns" | "runs_on" | "calls" | "reads";
                }[];
            };
            no_action_reason?: string;
            /** @description What the other of analysis and model has proven, where the two disagree. */
            other_view?: {
                conclusion: string;
                confidence: number;
                /** @enum {unknown} */
                source: "analysis" | "model";
                key_findings: string[];
                evidence: {
                    /** @description Number of the tool call. */
                    call: string;
                    plugin: string;
                    /** @description Words that stand in its result. */
                    quote: string;
                    /** @description Index into its key_findings. */
                    finding: number;
                }[];
            };
            /** @description Where model and analysis do not agree. */
            disagreement?: string;
            /** @description Why the analysis stands although a model was asked. */
            model_failure?: string;
            prompt_version?: string;
        };
        /** @description The whole document; it replaces the one before. */
        EnvironmentDocument: {
            services?: ({
                name: string;
                namespace: string;
                description?: string;
                dependencies?: string[];
                team?: string;
                oncall?: string;
            } & {
                [key: string]: unknown;
            })[];
            infrastructure?: {
                cluster?: string;
                region?: string;
                nodes?: number;
                databases?: (string | ({
                    name?: string;
                    type?: string;
                    version?: string | number;
                    host?: string;
                    databases?: (string | number)[];
                } & {
                    [key: string]: unknown;
                }))[];
                middleware?: ({
                    name?: string;
                    type?: string;
                    version?: string | number;
                    brokers?: string[];
                } & {
                    [key: string]: unknown;
                })[];
            } & {
                [key: string]: unknown;
            };
            alert_definitions?: {
                [key: string]: string | ({
                    description?: string;
                    response_time?: string;
                    examples?: string[];
                } & {
                    [key: string]: unknown;
                });
            };
            common_issues?: ({
                issue?: string;
                category?: string;
                description?: string;
                common_causes?: string[];
                standard_procedure?: string[];
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        EnvironmentVersionItem: {
            /** @description Grows with every version; some numbers may be missing. */
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            put_at: string;
            put_by: string;
        };
        EventList: {
            events: components["schemas"]["IncidentEvent"][];
        };
        Evidence: {
            /** @description Number of the tool call. */
            call: string;
            plugin: string;
            /** @description Words that stand in its result. */
            quote: string;
        };
        ExecutionResult: {
            success: boolean;
            /** @description Seconds. */
            duration: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            executed_at: string;
            output: string;
            actions: {
                plugin: string;
                parameters: {
                    [key: string]: unknown;
                };
                /** @enum {unknown} */
                phase: "do" | "undo";
                /** @enum {unknown} */
                outcome: "done" | "failed" | "skipped" | "refused" | "unknown";
                message: string;
                before: {
                    [key: string]: unknown;
                };
                after: {
                    [key: string]: unknown;
                };
                seconds: number;
            }[];
            verification: {
                /** @enum {unknown} */
                outcome: "resolved" | "no_effect" | "worse" | "unclear";
                sentence: string;
                checks: components["schemas"]["VerificationCheck"][];
            } | null;
        };
        FoundKnowledge: {
            id: string;
            title: string;
            content: string;
            category: string | null;
            tags: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description Why it was found, for people; given where `search` is. */
            why?: string;
        };
        HandedInRequest: {
            /** @description Why this should be done. */
            why: string;
            /** @description In this order. */
            actions: {
                /** @description A remediation plugin. */
                plugin: string;
                parameters: {
                    [key: string]: unknown;
                };
                why?: string;
            }[];
        };
        Health: {
            /**
             * @description degraded: the cache store is away. unhealthy: no alert could be stored, because the relational store is away or cannot be written to, or because the service is starting or stopping. GET /api/status says which.
             * @enum {unknown}
             */
            status: "healthy" | "degraded" | "unhealthy";
            version: string;
            /** @description Seconds. */
            uptime: number;
        };
        HeldAlert: {
            key: string;
            name: string;
            title: string;
            /**
             * @description heard where it was let through when its silence was over.
             * @enum {unknown}
             */
            state: "firing" | "resolved" | "heard";
            /** @enum {unknown} */
            severity: "critical" | "high" | "medium" | "warning" | "low" | "info";
            source: string;
            labels: {
                [key: string]: string;
            };
            /** @description How often it came. */
            notifications: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            last_seen_at: string;
        };
        /** @description The part of the environment context that concerns it, as it is now. */
        IncidentContext: {
            /** @description As the environment context calls it. */
            service?: string;
            /** @description Where it lives. */
            namespace?: string;
            /** @description What it is for. */
            description?: string;
            /** @description Who looks after it. */
            team?: string;
            /** @description Whom to call on. */
            oncall?: string;
            /** @description Services of others to which what was found points, and who looks after them; the likeliest first. */
            culprits: {
                service: string;
                team: string;
                oncall: string;
            }[];
            depends_on: string[];
            depended_on_by: string[];
            databases: {
                name: string;
                type: string;
                host: string;
                databases: string[];
            }[];
            alert_definition: {
                /** @description The severity, or the alert, it was given for. */
                name: string;
                description: string;
                response_time: string;
                examples: string[];
            } | null;
            common_issues: {
                issue: string;
                category: string;
                description: string;
                common_causes: string[];
                standard_procedure: string[];
            }[];
        };
        IncidentDetail: {
            /** @description INC-<YYYYMMDD>-<NNN>, the UTC day and a number of that day. A number that is missing was never given: it was reserved when an instance ended at once. */
            id: string;
            title: string;
            /**
             * @description resolved, ignored and expired are closed.
             * @enum {unknown}
             */
            status: "pending" | "diagnosing" | "awaiting_approval" | "executing" | "verifying" | "resolved" | "ignored" | "expired" | "escalated";
            /** @enum {unknown} */
            severity: "critical" | "high" | "medium" | "warning" | "low" | "info";
            /** @enum {unknown} */
            category: "kubernetes" | "database" | "middleware" | "network" | "application" | "host" | "cloud" | "other";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Only on resolved incidents.
             */
            resolved_at?: string;
            /** @description Seconds until it was closed, or until now. */
            duration: number;
            /**
             * Format: date-time
             * @description Only while it waits for a person: when it expires.
             */
            confirm_by?: string;
            /** @description Who has it in hand; absent where nobody does. */
            assignee?: {
                name: string;
                /** @description Who said so. */
                by: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                /** @description True where they said so themselves: "I have it". */
                acknowledged: boolean;
            };
            /** @description The incident that leads it, where it was gathered with others of one cause. */
            part_of: string | null;
            /** @description How many incidents it leads. */
            parts_count: number;
            /** @description Where an alert of it comes and goes. */
            flapping?: {
                /** @description How often it came and went. */
                times: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description When it went last.
                 */
                last_at: string;
                /** @description On average. */
                every_seconds: number;
                /** @description Nothing of it fires since then; it is resolved when that has lasted for FLAP_HOLD_SECONDS. */
                calm_since: string | null;
                /** @description came and went 7 times in 40 minutes, on average every 6 minutes */
                sentence: string;
            };
            /** @description At most 100, the most severe first; the list with part_of has all. */
            parts: {
                id: string;
                title: string;
                /** @enum {unknown} */
                severity: "critical" | "high" | "medium" | "warning" | "low" | "info";
                /**
                 * @description resolved, ignored and expired are closed.
                 * @enum {unknown}
                 */
                status: "pending" | "diagnosing" | "awaiting_approval" | "executing" | "verifying" | "resolved" | "ignored" | "expired" | "escalated";
            }[];
            parts_by_severity: {
                [key: string]: number;
            };
            /** @description By what the labels of their alerts name, the most frequent first; at most 20. */
            parts_by_service: {
                service: string;
                count: number;
            }[];
            /** @description The whole message of the alert. */
            description: string;
            source: string;
            fingerprint: string;
            diagnosis: components["schemas"]["Diagnosis"] | null;
            proposal: components["schemas"]["Proposal"] | null;
            execution_result: components["schemas"]["ExecutionResult"] | null;
            /** @description null where nobody told us anything of it. */
            context: components["schemas"]["IncidentContext"] | null;
            /** @description Closed incidents of the past that are like it, the likest first; at most 5. */
            similar: components["schemas"]["SimilarIncident"][];
            /** @description Others of the same alert or subject, newest first; at most 5. */
            related: {
                id: string;
                title: string;
                /**
                 * @description resolved, ignored and expired are closed.
                 * @enum {unknown}
                 */
                status: "pending" | "diagnosing" | "awaiting_approval" | "executing" | "verifying" | "resolved" | "ignored" | "expired" | "escalated";
                /** @enum {unknown} */
                severity: "critical" | "high" | "medium" | "warning" | "low" | "info";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                created_at: string;
                /** @description What the two share. */
                why: string;
            }[];
            events: components["schemas"]["IncidentEvent"][];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description Why it was closed as resolved. */
            resolution?: string;
            /** @description Where the alert brings its rule. How it went is kept as a call of metrics.query_range. */
            figure?: {
                /** @description What the rule of its alert measures, in PromQL. */
                query: string;
                /** @description What it is compared with, such as > 0.5. */
                bound?: string;
            };
            /** @description Notifications after the first one. */
            repeat_count: number;
            /** @description The alerts this incident stands for: at most 100, those that fire before those that are over. */
            alerts: components["schemas"]["Member"][];
            /** @description Of all its alerts. */
            alert_counts: {
                firing: number;
                total: number;
            };
            /** @description What the model turns of this incident used in all. */
            usage: {
                turns: number;
                input_tokens: number;
                cached_input_tokens: number;
                output_tokens: number;
                /** @description In money by LLM_PRICES; absent where a model that was asked has no price. */
                cost?: number;
                currency?: string;
            };
        };
        IncidentEvent: {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "alert_received";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                message: string;
                sender_id: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "alert_repeated";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                count: number;
                total: number;
                message: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "alert_cleared";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                alerts: string[];
                still_firing: number;
                /** @description How many are not named, where there are more than 20. */
                more?: number;
                /** @description How long it must stay away until the incident is resolved, where CLEAR_HOLD_SECONDS says so. */
                hold_seconds?: number;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "severity_raised";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                from: string;
                to: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "alert_flapping";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                /** @description How often it came and went. */
                times: number;
                /** @description From its first coming to its last going. */
                seconds: number;
                every_seconds: number;
                /** @description How long it must stay away until the incident is resolved; 0 while something of it fires. */
                hold_seconds: number;
                /** @description The incident in which it went the time before, where that is another. */
                before?: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "diagnosis_started";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: Record<string, never>;
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "tool_call";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                tool: string;
                parameters: {
                    [key: string]: unknown;
                };
                result: {
                    [key: string]: unknown;
                };
                /** @description The number findings refer to. */
                call: string;
                /** @description analysis, model, verification, question where it was asked to answer one, plan where to judge one that was handed in, person where it was run by hand */
                by: string;
                seconds: number;
                /** @description Who ran it by hand. */
                person?: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "analysis_found";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                kind: string;
                statement: string;
                confidence: number;
                evidence: components["schemas"]["Evidence"][];
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "model_turn";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                turn: number;
                provider: string;
                model: string;
                asked: string;
                answered: string;
                calls: string[];
                input_tokens: number;
                cached_input_tokens: number;
                output_tokens: number;
                /** @description Why no answer came; empty where one did. */
                failure: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "instruction_flagged";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                where: string;
                text: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "diagnosis_completed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                conclusion: string;
                confidence: number;
                source: string;
                version: number;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "proposal_created";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                version: number;
                digest: string;
                risk_level: string;
                description: string;
                actions: {
                    plugin: string;
                    parameters: {
                        [key: string]: unknown;
                    };
                }[];
                /** @description The plan of the other view; one of the two is chosen. */
                alternatives?: {
                    version: number;
                    digest: string;
                    risk_level: string;
                    description: string;
                    actions: {
                        plugin: string;
                        parameters: {
                            [key: string]: unknown;
                        };
                    }[];
                }[];
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "plan_handed_in";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                by: string;
                via: string;
                why: string;
                actions: {
                    plugin: string;
                    parameters: {
                        [key: string]: unknown;
                    };
                }[];
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "policy_refused";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                plugin: string;
                parameters: {
                    [key: string]: unknown;
                };
                reason: string;
                sentence: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "confirmation_requested";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                version: number;
                digest: string;
                confirm_by: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "confirmation_received";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                decision: string;
                by: string;
                via: string;
                comment: string;
                version: number;
                digest: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "execution_started";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                digest: string;
                actions: {
                    plugin: string;
                    parameters: {
                        [key: string]: unknown;
                    };
                }[];
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "action_started";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                phase: string;
                step: number;
                plugin: string;
                parameters: {
                    [key: string]: unknown;
                };
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "action_completed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                phase: string;
                step: number;
                plugin: string;
                /** @description done, failed, skipped, refused or unknown */
                outcome: string;
                message: string;
                before: {
                    [key: string]: unknown;
                };
                after: {
                    [key: string]: unknown;
                };
                seconds: number;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "execution_completed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                success: boolean;
                duration: number;
                output: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "verification_completed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                /** @description resolved, no_effect, worse or unclear */
                outcome: string;
                sentence: string;
                checks: components["schemas"]["VerificationCheck"][];
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "rollback_proposed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                version: number;
                digest: string;
                actions: {
                    plugin: string;
                    parameters: {
                        [key: string]: unknown;
                    };
                }[];
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "rollback_completed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                success: boolean;
                output: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "incident_resolved";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                resolution: string;
                by: string;
                comment: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "incident_ignored";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                by: string;
                comment: string;
                /** @description once, until_cleared, for_a_time or for_labels: what became of the next word of its alerts. */
                repeats?: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                until?: string;
                /** @description The one that was made for its labels. */
                silence?: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "incident_escalated";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                reason: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "incident_expired";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                reason: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "incident_assigned";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                /** @description Who has it in hand; empty where nobody has any more. */
                name: string;
                by: string;
                via: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "incident_gathered";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                /** @description The incident that leads it from here on. */
                part_of: string;
                why: string;
                /** @description firebreak where nobody did it by hand */
                by: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "incident_set_free";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                /** @description The incident that led it so far. */
                part_of: string;
                why: string;
                by: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "parts_changed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                /** @description At most 20 of them. */
                gained: string[];
                gained_count: number;
                /** @description At most 20 of them. */
                lost: string[];
                lost_count: number;
                total: number;
                why: string;
                by: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "note_added";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                by: string;
                text: string;
                /** @description Where it was a reaction in the chat. */
                emoji?: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "question_asked";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                /** @description Its number on this incident. */
                question: number;
                by: string;
                via: string;
                text: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "question_answered";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                question: number;
                /** @description model, or records where no model spoke */
                by: string;
                text: string;
                findings: components["schemas"]["AnsweredFinding"][];
                /** @description What the reader should know of the answer itself; often empty. */
                note: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "chat_message_sent";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                what: string;
                chat_id: string;
                message_id: string;
            };
        } | {
            /** @description A decimal number that grows over all incidents; also the id on the stream. */
            id: string;
            /** @constant */
            type: "chat_message_failed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            data: {
                what: string;
                chat_id: string;
                error: string;
            };
        };
        IncidentItem: {
            /** @description INC-<YYYYMMDD>-<NNN>, the UTC day and a number of that day. A number that is missing was never given: it was reserved when an instance ended at once. */
            id: string;
            title: string;
            /**
             * @description resolved, ignored and expired are closed.
             * @enum {unknown}
             */
            status: "pending" | "diagnosing" | "awaiting_approval" | "executing" | "verifying" | "resolved" | "ignored" | "expired" | "escalated";
            /** @enum {unknown} */
            severity: "critical" | "high" | "medium" | "warning" | "low" | "info";
            /** @enum {unknown} */
            category: "kubernetes" | "database" | "middleware" | "network" | "application" | "host" | "cloud" | "other";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Only on resolved incidents.
             */
            resolved_at?: string;
            /** @description Seconds until it was closed, or until now. */
            duration: number;
            /**
             * Format: date-time
             * @description Only while it waits for a person: when it expires.
             */
            confirm_by?: string;
            /** @description Who has it in hand; absent where nobody does. */
            assignee?: {
                name: string;
                /** @description Who said so. */
                by: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                /** @description True where they said so themselves: "I have it". */
                acknowledged: boolean;
            };
            /** @description The incident that leads it, where it was gathered with others of one cause. */
            part_of: string | null;
            /** @description How many incidents it leads. */
            parts_count: number;
            /** @description Where an alert of it comes and goes. */
            flapping?: {
                /** @description How often it came and went. */
                times: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description When it went last.
                 */
                last_at: string;
                /** @description On average. */
                every_seconds: number;
                /** @description Nothing of it fires since then; it is resolved when that has lasted for FLAP_HOLD_SECONDS. */
                calm_since: string | null;
                /** @description came and went 7 times in 40 minutes, on average every 6 minutes */
                sentence: string;
            };
        };
        IncidentList: {
            items: components["schemas"]["IncidentItem"][];
            total: number;
            page: number;
            /** @description Items a page holds at most. Asked for more than 1000, it is 1000. */
            page_size: number;
            /** @description 0 when there is nothing. */
            total_pages: number;
            /** @description True where a search found more than 10,000 and stopped counting. */
            total_is_capped?: boolean;
        };
        /** @description Of the newest 5,000 incidents, the most frequent first; at most 100 of each. */
        IncidentValues: {
            sources: {
                value: string;
                count: number;
            }[];
            services: {
                value: string;
                count: number;
            }[];
            teams: {
                value: string;
                count: number;
            }[];
            causes: {
                value: string;
                count: number;
            }[];
            labels: {
                value: string;
                count: number;
            }[];
        };
        IssuedKey: {
            id: string;
            name: string;
            /** @enum {unknown} */
            role: "sender" | "viewer" | "operator" | "admin";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            revoked_at?: string;
            /** @description The key itself, shown this once. */
            key: string;
        };
        Key: {
            id: string;
            name: string;
            /** @enum {unknown} */
            role: "sender" | "viewer" | "operator" | "admin";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            revoked_at?: string;
        };
        KeyList: {
            keys: components["schemas"]["Key"][];
        };
        KnowledgeBody: {
            title: string;
            /** @description Markdown, at most 256 kB of UTF-8. */
            content: string;
            category?: string | null;
            tags?: string[];
        };
        /** @description Only the fields to change. */
        KnowledgeChanges: {
            title?: string;
            /** @description Markdown, at most 256 kB of UTF-8. */
            content?: string;
            category?: string | null;
            tags?: string[];
        };
        KnowledgeItem: {
            id: string;
            title: string;
            content: string;
            category: string | null;
            tags: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        KnowledgeRevisionItem: {
            revision: number;
            /** @description What made this revision. That of a removal holds what was removed. */
            change: "created" | "changed" | "removed" | "restored";
            title: string;
            content: string;
            category: string | null;
            tags: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            written_at: string;
            written_by: string;
        };
        KnownNames: {
            /** @description By the name of the parameter; others are taken all the same. */
            names: {
                [key: string]: string[];
            };
        };
        Member: {
            /** @description Fingerprint of the alert. */
            key: string;
            /** @enum {unknown} */
            state: "firing" | "resolved";
            /** @enum {unknown} */
            severity?: "critical" | "high" | "medium" | "warning" | "low" | "info";
            name: string;
            labels: {
                [key: string]: string;
            };
            annotations: {
                [key: string]: string;
            };
            starts_at?: string;
        };
        MemberList: {
            items: components["schemas"]["Member"][];
            total: number;
            page: number;
            /** @description Items a page holds at most. Asked for more than 1000, it is 1000. */
            page_size: number;
            /** @description 0 when there is nothing. */
            total_pages: number;
        };
        Moved: {
            incident_id: string;
            /**
             * @description resolved, ignored and expired are closed.
             * @enum {unknown}
             */
            status: "pending" | "diagnosing" | "awaiting_approval" | "executing" | "verifying" | "resolved" | "ignored" | "expired" | "escalated";
        };
        NewKey: {
            /** @description For people: whose key it is, or which tool uses it. One line, without control characters. */
            name: string;
            /** @enum {unknown} */
            role: "sender" | "viewer" | "operator" | "admin";
        };
        NoteRequest: {
            text: string;
        };
        /** @description A sentence about what is wrong. */
        PlainAlert: {
            /** @description What is wrong; its first line becomes the title. */
            message: string;
            /** @description Who says so. */
            sender_id?: string;
            /** @description The chat it belongs to. */
            chat_id?: string;
            /** @description When it was sent: ISO 8601, or the epoch in seconds or milliseconds, as text. */
            timestamp?: string;
            /** @description severity, source, fingerprint and labels have a meaning. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        PluginAgreement: {
            name: string;
            category: string;
            /** @description Null for a diagnostic plugin. */
            risk: string | null;
            /** @description What it may reach over the network. */
            hosts: string[];
        };
        PluginDetail: {
            name: string;
            description: string;
            /**
             * @description Diagnostic plugins only read; remediation plugins change systems.
             * @enum {unknown}
             */
            category: "diagnostic" | "remediation";
            /** @description JSON Schema of type object. */
            parameters: {
                [key: string]: unknown;
            };
            /** @description Of a remediation: what an action of it does, told with its parameters in braces; a part in square brackets is left out where what it names is not given. */
            words?: string;
            /** @enum {unknown} */
            origin: "built-in" | "custom";
            /** @description False where DISABLED_PLUGINS takes it out of use. */
            enabled: boolean;
            /** @description Calls that were carried out, over all instances; a dry run is none. */
            usage_count: number;
            /** @description Seconds; 0 before the first use. */
            avg_duration: number;
            /** @description 0 before the first use. */
            success_rate: number;
        };
        PluginItem: {
            name: string;
            description: string;
            /**
             * @description Diagnostic plugins only read; remediation plugins change systems.
             * @enum {unknown}
             */
            category: "diagnostic" | "remediation";
            /** @description JSON Schema of type object. */
            parameters: {
                [key: string]: unknown;
            };
            /** @description Of a remediation: what an action of it does, told with its parameters in braces; a part in square brackets is left out where what it names is not given. */
            words?: string;
            /** @enum {unknown} */
            origin: "built-in" | "custom";
            /** @description False where DISABLED_PLUGINS takes it out of use. */
            enabled: boolean;
        };
        PluginList: {
            plugins: components["schemas"]["PluginItem"][];
            total: number;
            diagnostic: number;
            remediation: number;
        };
        PluginRun: {
            plugin: string;
            parameters: {
                [key: string]: unknown;
            };
            /** @description A failure of the plugin is an answer: success is false and error says why. */
            result: {
                success: boolean;
                message?: string;
                error?: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Milliseconds. */
            duration_ms: number;
        };
        PluginRunRequest: {
            /** @description By the schema of the plugin. */
            parameters?: {
                [key: string]: unknown;
            };
        };
        /** @description Either of them. */
        PreviewRequest: {
            /** @description All of them must hold. */
            matchers?: components["schemas"]["SilenceMatcher"][];
            /** @description In the place of matchers: incidents, of whose alerts the common labels are taken. */
            incident_ids?: string[];
        };
        Proposal: {
            description: string;
            steps: string[];
            risk_level: components["schemas"]["RiskLevel"];
            estimated_duration: string;
            rollback_plan: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            proposed_at: string;
            version: number;
            /** @enum {unknown} */
            purpose: "remedy" | "undo";
            /** @description Stands for exactly this plan; a confirmation is bound to it. */
            digest: string;
            /** @description What would run, in order. */
            actions: {
                plugin: string;
                parameters: {
                    [key: string]: unknown;
                };
                why: string;
                risk_level: components["schemas"]["RiskLevel"];
                targets: {
                    [key: string]: unknown;
                }[];
                changes: {
                    field: string;
                    from: string;
                    to: string;
                }[];
                commands: string[];
                /** @description What must still hold when it acts. */
                preconditions: {
                    [key: string]: unknown;
                };
                rollback: components["schemas"]["Rollback"];
            }[];
            /** @description At most one: the plan of the other view. A decision names one of them by its digest, and voids the other. */
            alternatives: {
                description: string;
                steps: string[];
                risk_level: components["schemas"]["RiskLevel"];
                estimated_duration: string;
                rollback_plan: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                proposed_at: string;
                version: number;
                /** @enum {unknown} */
                purpose: "remedy" | "undo";
                /** @description Stands for exactly this plan; a confirmation is bound to it. */
                digest: string;
                /** @description What would run, in order. */
                actions: {
                    plugin: string;
                    parameters: {
                        [key: string]: unknown;
                    };
                    why: string;
                    risk_level: components["schemas"]["RiskLevel"];
                    targets: {
                        [key: string]: unknown;
                    }[];
                    changes: {
                        field: string;
                        from: string;
                        to: string;
                    }[];
                    commands: string[];
                    /** @description What must still hold when it acts. */
                    preconditions: {
                        [key: string]: unknown;
                    };
                    rollback: components["schemas"]["Rollback"];
                }[];
            }[];
        };
        Rehearsals: {
            incident_id: string;
            digest: string;
            actions: {
                plugin: string;
                parameters: {
                    [key: string]: unknown;
                };
                /** @description Whether it would be carried out if the plan were confirmed now. */
                would_run: boolean;
                message: string;
                changes: {
                    field: string;
                    from: string;
                    to: string;
                }[];
                risk_level?: components["schemas"]["RiskLevel"];
                /** @description What was seen now, and must hold when it acts. */
                preconditions?: {
                    [key: string]: unknown;
                };
                rollback?: components["schemas"]["Rollback"];
            }[];
        };
        ResolveRequest: {
            comment?: string;
        };
        RestoreBody: {
            revision: number;
        };
        /** @enum {unknown} */
        RiskLevel: "low" | "medium" | "high" | "critical";
        Rollback: {
            plugin: string;
            parameters: {
                [key: string]: unknown;
            };
        } | {
            /** @description Why it cannot be undone. */
            impossible: string;
        };
        RunDetail: {
            /** @description INC-…:diagnose:<round> or INC-…:execute:<digest of the plan>. */
            id: string;
            incident_id: string;
            incident_title: string;
            /** @enum {unknown} */
            kind: "diagnose" | "execute";
            /**
             * @description given_up: it failed again and again by a fault of Firebreak’s own, and a person was asked to take over. cancelled: its incident was closed meanwhile.
             * @enum {unknown}
             */
            state: "running" | "finished" | "cancelled" | "given_up";
            /**
             * Format: date-time
             * @description Since when it is in this state.
             */
            since: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            started_at: string;
            /** @description The last step that is done. */
            last_step: string | null;
            /** @description The step in which the last error came about. */
            failed_step: string | null;
            /** @description The last fault of Firebreak’s own, secrets removed. Outages and hand-overs are none. */
            last_error: string | null;
            /** @description How often it was begun or taken up again. */
            attempts: number;
            /** @description Faults of Firebreak’s own since it was begun or last tried again. */
            errors: number;
            /** @description How often its instance died over it. */
            lives_lost: number;
            /** @description How often a person had it tried again. */
            retries: number;
            /** @description Only while it waits to be tried again by itself. */
            next_try_at: string | null;
            /** @description Of the workflow that began it; older instances leave it alone. */
            workflow_version: number;
            /** @description The instance that has it, or had it last; null while it waits for one. */
            owner: string | null;
            can_retry: boolean;
            /** @description Why it cannot be tried again. */
            retry_refusal: string | null;
            /** @description What is done, oldest first; whoever goes on does not do it again. */
            steps: {
                step: string;
                /**
                 * Format: date-time
                 * @description When it was done and written down.
                 */
                at: string;
                /** @description What came of it, as JSON, secrets removed, shortened where it is long. */
                result: string;
                is_cut: boolean;
            }[];
        };
        RunItem: {
            /** @description INC-…:diagnose:<round> or INC-…:execute:<digest of the plan>. */
            id: string;
            incident_id: string;
            incident_title: string;
            /** @enum {unknown} */
            kind: "diagnose" | "execute";
            /**
             * @description given_up: it failed again and again by a fault of Firebreak’s own, and a person was asked to take over. cancelled: its incident was closed meanwhile.
             * @enum {unknown}
             */
            state: "running" | "finished" | "cancelled" | "given_up";
            /**
             * Format: date-time
             * @description Since when it is in this state.
             */
            since: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            started_at: string;
            /** @description The last step that is done. */
            last_step: string | null;
            /** @description The step in which the last error came about. */
            failed_step: string | null;
            /** @description The last fault of Firebreak’s own, secrets removed. Outages and hand-overs are none. */
            last_error: string | null;
            /** @description How often it was begun or taken up again. */
            attempts: number;
            /** @description Faults of Firebreak’s own since it was begun or last tried again. */
            errors: number;
            /** @description How often its instance died over it. */
            lives_lost: number;
            /** @description How often a person had it tried again. */
            retries: number;
            /** @description Only while it waits to be tried again by itself. */
            next_try_at: string | null;
            /** @description Of the workflow that began it; older instances leave it alone. */
            workflow_version: number;
            /** @description The instance that has it, or had it last; null while it waits for one. */
            owner: string | null;
            can_retry: boolean;
            /** @description Why it cannot be tried again. */
            retry_refusal: string | null;
        };
        RunList: {
            items: components["schemas"]["RunItem"][];
            total: number;
            page: number;
            /** @description Items a page holds at most. Asked for more than 1000, it is 1000. */
            page_size: number;
            /** @description 0 when there is nothing. */
            total_pages: number;
            /** @description True where there are more than are counted (10,000). */
            total_is_capped: boolean;
        };
        RunRetried: {
            run_id: string;
            incident_id: string;
            /**
             * @description Of the incident.
             * @enum {unknown}
             */
            status: "diagnosing" | "executing" | "verifying";
        };
        Session: {
            /** @description As the audit trail calls them. */
            name: string;
            /** @enum {unknown} */
            role: "sender" | "viewer" | "operator" | "admin";
            /** @description True where no key exists, so that nobody signs in. */
            is_open: boolean;
            /** @description Goes with every change made by cookie, as X-CSRF-Token. */
            csrf_token: string;
            /** @description Only for who is none: whom to ask for a key that may do more; empty where only the environment has one. */
            administrators?: string[];
            /** Format: date-time */
            expires_at?: string;
        };
        SettingEntry: {
            key: string;
            /** @description The value in force; a secret that is set reads "[set]", one that is not reads null. */
            value: unknown;
            /**
             * @description Where the value comes from.
             * @enum {unknown}
             */
            layer: "runtime" | "environment" | "default";
            kind: string;
            /** @description What may be given, told to people. */
            accepts?: string;
            /** @description Where only these words are accepted. */
            choices?: string[];
            meaning: string;
            /** @description Under which of `groups` it is shown. */
            group: string;
            /** @description Whether PUT /api/config changes it without a restart. */
            changeable: boolean;
            /** @description Whether POST /api/settings/{key}/test can try it. */
            testable: boolean;
            warning?: string;
            /** @description What is stored and cannot be read; `value` holds instead. Never of a secret or an address. */
            unread?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at?: string;
            updated_by?: string;
        };
        SettingList: {
            settings: components["schemas"]["SettingEntry"][];
            /** @description What belongs together, in the order to show it. */
            groups: {
                name: string;
                about: string;
            }[];
        };
        SettingTrial: {
            key: string;
            /** @description What was asked, and of whom. */
            tried: string;
            works: boolean;
            /** @description What came back, or why nothing did. */
            came_back: string;
            seconds: number;
        };
        SettingTrialRequest: {
            /** @description A value of this very key to be tried; the same as `changes` with this one key. */
            value?: unknown;
            /** @description As in PUT /api/config: tried as if they were made; nothing is stored. */
            changes?: {
                [key: string]: unknown;
            };
        };
        SignIn: {
            key: string;
        };
        /** @description Only the fields to change. */
        SilenceChange: {
            /** @description All of them must hold. */
            matchers?: components["schemas"]["SilenceMatcher"][];
            /**
             * Format: date-time
             * @description Now by default; may be in the future.
             */
            starts_at?: string;
            /** Format: date-time */
            ends_at?: string;
            /** @description Why. */
            comment?: string;
            /**
             * @description Said the second time, where it would hide every alert.
             * @constant
             */
            confirm?: "everything";
        };
        SilenceItem: {
            id: string;
            /** @enum {unknown} */
            state: "pending" | "active" | "expired";
            matchers: {
                name: string;
                value: string;
                is_regex: boolean;
                is_equal: boolean;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            ends_at: string;
            comment: string;
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /**
             * @description Where it is kept, and can be changed.
             * @enum {unknown}
             */
            source: "firebreak" | "alertmanager";
            /** @description The address of the alert manager that keeps it. */
            origin?: string;
            /** @description What it has kept from becoming incidents. */
            held_back: {
                alerts: number;
                /** @description Those that are not over yet. */
                firing: number;
                notifications: number;
                last_at: string | null;
            };
        };
        SilenceMatcher: {
            /** @description Of a label, such as alertname. */
            name: string;
            /** @description What the label must be; empty for one that is missing. */
            value: string;
            /** @description The value is a regular expression of the whole label; false by default. It cannot look ahead or back. */
            is_regex?: boolean;
            /** @description False where the label must be anything else; true by default. */
            is_equal?: boolean;
        };
        SilencePreview: {
            matchers: {
                name: string;
                value: string;
                is_regex: boolean;
                is_equal: boolean;
            }[];
            /** @description Alerts that are open, or came within a day, held back or not. */
            looked_at: number;
            /** @description How many of them it would hold back. */
            matching: number;
            /** @description How many of those fire now. */
            firing: number;
            /** @description Of those that match: alerts of other incidents than the ones given. */
            unasked?: number;
            /** @description Every alert there can be, or every one of today where they are of several kinds: whoever makes it is asked twice. */
            hides_everything: boolean;
            /** @description The first hundred that match, the newest first. */
            alerts: {
                name: string;
                /** @enum {unknown} */
                state: "firing" | "resolved";
                labels: {
                    [key: string]: string;
                };
                /** @description Empty where another silence holds it back. */
                incident_id: string;
            }[];
        };
        SilenceRequest: {
            /** @description All of them must hold. */
            matchers: components["schemas"]["SilenceMatcher"][];
            /**
             * Format: date-time
             * @description Now by default; may be in the future.
             */
            starts_at?: string;
            /** Format: date-time */
            ends_at?: string;
            /** @description In the place of ends_at: for how long, from its beginning on our clock. */
            seconds?: number;
            /** @description Why. */
            comment: string;
            /** @description The name of your key by default. The audit trail has that. */
            created_by?: string;
            /**
             * @description Said the second time, where it would hide every alert.
             * @constant
             */
            confirm?: "everything";
        };
        SimilarIncident: {
            id: string;
            title: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            closed_at: string;
            status: string;
            /** @description What it has in common with this one. */
            why: string;
            conclusion: string;
            /** @description What was proposed then. Never copied into a plan of now. */
            plan: string[];
            /** @description How it ended. */
            outcome: string;
            /** @description Whether the plan was carried out and seen to help; null where nobody knows. */
            worked: boolean | null;
        };
        Statistics: {
            /** @description Oldest first; today is the last. Up to half a minute old. */
            days: {
                /**
                 * Format: date
                 * @description A whole day of the zone.
                 */
                day: string;
                /** @description Incidents that came that day, by severity. */
                opened: {
                    critical: number;
                    high: number;
                    medium: number;
                    warning: number;
                    low: number;
                    info: number;
                };
                time_to_resolve: {
                    /** @description On how many incidents; of a day with more, the latest 500. */
                    measured: number;
                    /** @description Seconds. */
                    median: number;
                    /** @description Seconds. */
                    p90: number;
                } | null;
            }[];
        };
        Status: {
            /** @enum {unknown} */
            status: "running" | "draining";
            version: string;
            /** @description Seconds. */
            uptime: number;
            /** @description Incidents that are not closed. */
            active_incidents: number;
            /** @description Incidents that wait for a decision. */
            pending_approvals: number;
            plugins_loaded: number;
            /** @enum {unknown} */
            llm_status: "connected" | "disconnected" | "not_configured";
            /** @enum {unknown} */
            database_status: "connected" | "disconnected";
            /** @description False while alerts cannot be stored; with database_status connected the store can still be read. */
            database_writable: boolean;
            /** @enum {unknown} */
            redis_status: "connected" | "disconnected" | "embedded";
            /** @enum {unknown} */
            chat_status: "connected" | "disconnected" | "not_configured";
            /**
             * @description Whether the Kubernetes cluster answers the account that looks; asked at most once a minute.
             * @enum {unknown}
             */
            cluster_status: "connected" | "disconnected" | "not_configured";
            /** @description How many databases to look after TARGET_DATABASES names. */
            target_databases: number;
            /**
             * @description Whether shell commands and custom plugins are fenced by bubblewrap.
             * @enum {unknown}
             */
            sandbox: "on" | "off";
            /** @description Null while the relational store is away. */
            audit_head: {
                /** @description Number of the last entry of the audit trail. */
                seq: string;
                /** @description Its hash, which covers all entries before it: keep it elsewhere. */
                hash: string;
                /** @description Whether the whole chain held when it was checked last. */
                is_intact: boolean;
            } | null;
            /** @description What an operator should mend. */
            warnings: string[];
        };
        TriedPlan: {
            incident_id: string;
            actions: {
                plugin: string;
                parameters: {
                    [key: string]: unknown;
                };
                /** @description Whether it would be carried out if the plan were confirmed now. */
                would_run: boolean;
                message: string;
                changes: {
                    field: string;
                    from: string;
                    to: string;
                }[];
                risk_level?: components["schemas"]["RiskLevel"];
                /** @description What was seen now, and must hold when it acts. */
                preconditions?: {
                    [key: string]: unknown;
                };
                rollback?: components["schemas"]["Rollback"];
            }[];
        };
        VerificationCheck: {
            text: string;
            before: string;
            after: string;
            holds: boolean;
            /** @description Which facts were compared, and of which generation or moment they are. */
            basis?: string;
            /** @description What would have been seen had it not worked. */
            otherwise?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            at?: string;
        };
    };
    responses: {
        /** @description VALIDATION_ERROR, in the error envelope. */
        VALIDATION_ERROR: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    error: {
                        /** @constant */
                        code: "VALIDATION_ERROR";
                        /** @description A sentence for people. */
                        message: string;
                        details?: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
        /** @description UNAUTHORIZED, in the error envelope. */
        UNAUTHORIZED: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    error: {
                        /** @constant */
                        code: "UNAUTHORIZED";
                        /** @description A sentence for people. */
                        message: string;
                        details?: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
        /** @description FORBIDDEN, in the error envelope. */
        FORBIDDEN: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    error: {
                        /** @constant */
                        code: "FORBIDDEN";
                        /** @description A sentence for people. */
                        message: string;
                        details?: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
        /** @description NOT_FOUND, in the error envelope. */
        NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    error: {
                        /** @constant */
                        code: "NOT_FOUND";
                        /** @description A sentence for people. */
                        message: string;
                        details?: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
        /** @description CONFLICT, in the error envelope. */
        CONFLICT: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    error: {
                        /** @constant */
                        code: "CONFLICT";
                        /** @description A sentence for people. */
                        message: string;
                        details?: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
        /** @description INTERNAL_ERROR, in the error envelope. */
        INTERNAL_ERROR: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    error: {
                        /** @constant */
                        code: "INTERNAL_ERROR";
                        /** @description A sentence for people. */
                        message: string;
                        details?: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
        /** @description SERVICE_UNAVAILABLE, in the error envelope. */
        SERVICE_UNAVAILABLE: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    error: {
                        /** @constant */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description A sentence for people. */
                        message: string;
                        details?: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
type $defs = Record<string, never>;
interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            500: components["responses"]["INTERNAL_ERROR"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Status"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
        };
    };
    sendAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A plain alert ({message, sender_id?, chat_id?, timestamp?, metadata?}), or what an alert manager or a dashboard tool posts. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "checkout answers 500 for 5 minutes",
                 *       "metadata": {
                 *         "severity": "critical",
                 *         "namespace": "shop"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertBody"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AlertAccepted"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                page?: number;
                /** @description Served as 1000 when larger. */
                page_size?: number;
                /** @description Several with commas; a comma of a value is written \,. An unknown value matches nothing. */
                status?: string;
                /** @description Several with commas; a comma of a value is written \,. An unknown value matches nothing. */
                severity?: string;
                /** @description All that are open, or all that are closed. */
                open?: "true" | "false";
                /** @description YYYY-MM-DD (the whole UTC day) or an ISO 8601 timestamp. */
                start_date?: string;
                /** @description YYYY-MM-DD (the whole UTC day) or an ISO 8601 timestamp. */
                end_date?: string;
                /** @description Anywhere in id, title, description or conclusion; case does not matter. Finds parts as well. */
                search?: string;
                /** @description name=value of a label of its alerts. Several with commas; a comma of a value is written \,. Different names must all be there. */
                label?: string;
                /** @description Where the alert came from. Several with commas; a comma of a value is written \,. */
                source?: string;
                /** @description The service it is about. Several with commas; a comma of a value is written \,. */
                service?: string;
                /** @description Who looks after it. Several with commas; a comma of a value is written \,. */
                team?: string;
                /** @description The kind of cause that was found, or kind and object. Several with commas; a comma of a value is written \,. */
                cause?: string;
                /** @description severity: the most severe first, of those alike the oldest. newest where it is not given. */
                sort?: "newest" | "oldest" | "severity";
                /** @description all: every incident. left: only parts that are open although the incident that led them is closed. Otherwise parts are found below the incident that leads them. */
                parts?: string;
                /** @description Only the parts of this incident. */
                part_of?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["IncidentList"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIncidentValues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["IncidentValues"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["IncidentDetail"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIncidentAlerts: {
        parameters: {
            query?: {
                page?: number;
                /** @description Served as 1000 when larger. */
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MemberList"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIncidentEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EventList"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resolveIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Moved"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    addNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            incident_id: string;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    decide: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Moved"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    dryRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    digest?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Rehearsals"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    assignIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Absent: whoever asks has it. Empty: nobody has it any more. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Moved"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    lookByHand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A diagnostic plugin. */
                    plugin: string;
                    /** @description By the schema of the plugin. */
                    parameters?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            incident_id: string;
                            /** @description Its number on the timeline, from C1001 on. */
                            call: string;
                            plugin: string;
                            parameters: {
                                [key: string]: unknown;
                            };
                            /** @description A failure of the plugin is an answer: success is false and error says why. */
                            result: {
                                success: boolean;
                                message?: string;
                                error?: string;
                            } & {
                                [key: string]: unknown;
                            };
                            /** @description Milliseconds. */
                            duration_ms: number;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    attachIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Moved"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    detachIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Moved"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    handInPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandedInRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Moved"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    tryPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandedInRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TriedPlan"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            incident_id: string;
                            questions: {
                                /** @description The how-manieth question of its incident. */
                                number: number;
                                question: string;
                                asked_by: string;
                                /** @description api or chat */
                                via: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601, UTC.
                                 */
                                asked_at: string;
                                answered_at: string | null;
                                /** @description null while it is being thought about. */
                                answer: {
                                    text: string;
                                    /**
                                     * @description records where no model spoke.
                                     * @enum {unknown}
                                     */
                                    by: "model" | "records";
                                    /** @description What of it is proven, with quotes. */
                                    findings: components["schemas"]["AnsweredFinding"][];
                                    /** @description What the reader should know of the answer itself; often empty. */
                                    note: string;
                                } | null;
                            }[];
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    askQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In your own words: "why not the cache?", "what changed on node-3?". */
                    question: string;
                    /** @description How long to wait for the answer; 0 by default. */
                    wait_seconds?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            incident_id: string;
                            question: {
                                /** @description The how-manieth question of its incident. */
                                number: number;
                                question: string;
                                asked_by: string;
                                /** @description api or chat */
                                via: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601, UTC.
                                 */
                                asked_at: string;
                                answered_at: string | null;
                                /** @description null while it is being thought about. */
                                answer: {
                                    text: string;
                                    /**
                                     * @description records where no model spoke.
                                     * @enum {unknown}
                                     */
                                    by: "model" | "records";
                                    /** @description What of it is proven, with quotes. */
                                    findings: components["schemas"]["AnsweredFinding"][];
                                    /** @description What the reader should know of the answer itself; often empty. */
                                    note: string;
                                } | null;
                            };
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getReport: {
        parameters: {
            query?: {
                /** @description What the report is written in. */
                language?: "en" | "zh";
            };
            header?: never;
            path: {
                /** @description Incident id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description How many days, today included. */
                days?: number;
                /** @description Whose days, by an IANA name such as `Asia/Kolkata`; UTC days where none is given. They are counted to the quarter of an hour, so half-hour zones are exact too, and a day on which the clock is changed has its 23 or 25 hours. */
                time_zone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Statistics"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            views: {
                                name: string;
                                /** @description Parameters of GET /api/incidents, as in an address. */
                                query: string;
                                saved_by: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601, UTC.
                                 */
                                saved_at: string;
                            }[];
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    saveView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the view. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    query: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    removeView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the view. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWebLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Where people open the page of the metrics server. */
                            metrics?: string;
                            /** @description Where people open Grafana. */
                            grafana?: string;
                            /** @description The data source in Grafana that holds the metrics. */
                            metrics_source: string;
                            /** @description The data source in Grafana that holds the logs. */
                            logs_source: string;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                page?: number;
                /** @description Served as 1000 when larger. */
                page_size?: number;
                /** @description given_up: it failed again and again by a fault of Firebreak’s own, and a person was asked to take over. cancelled: its incident was closed meanwhile. */
                state?: "running" | "finished" | "cancelled" | "given_up";
                /** @description Only the runs of this incident. */
                incident_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RunList"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RunDetail"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    retryRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Run id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RunRetried"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listSilences: {
        parameters: {
            query?: {
                page?: number;
                /** @description Served as 1000 when larger. */
                page_size?: number;
                /** @description pending, active or expired */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            items: components["schemas"]["SilenceItem"][];
                            total: number;
                            page: number;
                            /** @description Items a page holds at most. Asked for more than 1000, it is 1000. */
                            page_size: number;
                            /** @description 0 when there is nothing. */
                            total_pages: number;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createSilence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SilenceRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SilenceItem"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the silence. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SilenceItem"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the silence. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Only the fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SilenceChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SilenceItem"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    endSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the silence. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listSilencedAlerts: {
        parameters: {
            query?: {
                page?: number;
                /** @description Served as 1000 when larger. */
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description Id of the silence. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            items: components["schemas"]["HeldAlert"][];
                            total: number;
                            page: number;
                            /** @description Items a page holds at most. Asked for more than 1000, it is 1000. */
                            page_size: number;
                            /** @description 0 when there is nothing. */
                            total_pages: number;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    previewSilence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Either of them. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SilencePreview"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    takeChatEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An event of the chat platform in its schema 1 or 2, or in the short form of the example; plain or as {encrypt}. The headers X-Chat-Request-Timestamp, X-Chat-Request-Nonce and X-Chat-Signature (or X-Lark-…) sign the raw body. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "event_callback",
                 *       "event": {
                 *         "message": {
                 *           "content": "{\"text\":\"checkout answers 500\"}"
                 *         },
                 *         "sender": {
                 *           "sender_id": {
                 *             "open_id": "ou_alert_bot"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChatEventBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatEventAnswer"];
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    takeCardAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A pressed button: card.action.trigger, the older form, or the short form of the example; plain or as {encrypt}. Signed like events. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": {
                 *         "value": {
                 *           "action": "confirm_diagnosis",
                 *           "incident_id": "INC-20250101-001"
                 *         }
                 *       },
                 *       "open_id": "ou_operator",
                 *       "token": "c-1"
                 *     }
                 */
                "application/json": components["schemas"]["CardActionBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardActionAnswer"];
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    followEvents: {
        parameters: {
            query?: {
                /** @description For clients that cannot set the Last-Event-ID header. */
                last_event_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listPlugins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PluginList"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listKnownNames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["KnownNames"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PluginDetail"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    runPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PluginRunRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PluginRun"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agreeToPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PluginAgreement"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listKnowledge: {
        parameters: {
            query?: {
                page?: number;
                /** @description Served as 1000 when larger. */
                page_size?: number;
                category?: string;
                /** @description Finds what holds the text anywhere in title, category, tags or content (case does not matter), what says all of it in other words, and, where nothing holds it, what comes closest. Best first. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            items: components["schemas"]["FoundKnowledge"][];
                            total: number;
                            page: number;
                            /** @description Items a page holds at most. Asked for more than 1000, it is 1000. */
                            page_size: number;
                            /** @description 0 when there is nothing. */
                            total_pages: number;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    addKnowledge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["KnowledgeItem"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getKnowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["KnowledgeItem"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the entry as you saw it; 409 when it has changed since. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Only the fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["KnowledgeItem"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    removeKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the entry as you saw it; 409 when it has changed since. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listKnowledgeRevisions: {
        parameters: {
            query?: {
                page?: number;
                /** @description Served as 1000 when larger. */
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            items: components["schemas"]["KnowledgeRevisionItem"][];
                            total: number;
                            page: number;
                            /** @description Items a page holds at most. Asked for more than 1000, it is 1000. */
                            page_size: number;
                            /** @description 0 when there is nothing. */
                            total_pages: number;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    restoreKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the entry as you saw it; 409 when it has changed since. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["KnowledgeItem"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EnvironmentDocument"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    replaceEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The whole document; it replaces the one before. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnvironmentDocument"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EnvironmentDocument"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listEnvironmentVersions: {
        parameters: {
            query?: {
                page?: number;
                /** @description Served as 1000 when larger. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            items: components["schemas"]["EnvironmentVersionItem"][];
                            total: number;
                            page: number;
                            /** @description Items a page holds at most. Asked for more than 1000, it is 1000. */
                            page_size: number;
                            /** @description 0 when there is nothing. */
                            total_pages: number;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getEnvironmentVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its number. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EnvironmentDocument"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    testSetting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As GET /api/settings names it. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingTrialRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SettingTrial"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Configuration"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Only the keys to change, flat and in capital letters. `null` unsets a key. Lists are arrays or text divided by commas. All or nothing. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "LLM_TIMEOUT": 120,
                 *       "ALLOWED_NAMESPACES": [
                 *         "default",
                 *         "shop"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Configuration"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    checkConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Only the keys to change, flat and in capital letters. `null` unsets a key. Lists are arrays or text divided by commas. All or nothing. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "LLM_TIMEOUT": 120,
                 *       "ALLOWED_NAMESPACES": [
                 *         "default",
                 *         "shop"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CheckedChange"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SettingList"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["KeyList"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["IssuedKey"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["NOT_FOUND"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                page?: number;
                /** @description Served as 1000 when larger. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            items: components["schemas"]["AuditEntry"][];
                            total: number;
                            page: number;
                            /** @description Items a page holds at most. Asked for more than 1000, it is 1000. */
                            page_size: number;
                            /** @description 0 when there is nothing. */
                            total_pages: number;
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    releaseHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description False where nothing was held, so that nothing changed. */
                            was_held: boolean;
                            /** @description Incidents whose plan was approved or under way before; people must look at them. */
                            escalated: string[];
                        };
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: Record<string, never>;
                        /** @description A sentence for people. */
                        message?: string;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
}
