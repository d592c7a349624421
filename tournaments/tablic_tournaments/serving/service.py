"""ArenaService: what people and their tools can ask of an arena, and do to it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from importlib import metadata
from itertools import islice
from typing import Any, Final

from tablic.v1 import arena_pb2 as pb

from tablic_tournaments.errors import RequestError, RoleError, SpecError
from tablic_tournaments.listings import LISTINGS
from tablic_tournaments.listings.stored import fault_heading
from tablic_tournaments.rule_files import names_file
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.serving.door import Call, door
from tablic_tournaments.serving.gate import Gate
from tablic_tournaments.serving.jobs import Job
from tablic_tournaments.serving.lobby import Lobby
from tablic_tournaments.serving.messages import ROLES, listing_message, role_of
from tablic_tournaments.serving.paging import MOST_ROWS, Pages
from tablic_tournaments.serving.player import Player
from tablic_tournaments.serving.rendering import Reports
from tablic_tournaments.serving.upload import Upload, received
from tablic_tournaments.serving.watching import News, watched
from tablic_tournaments.store import Arena, Tournament
from tablic_tournaments.store.tokens import Role

__all__ = ["ArenaService", "Begin"]

Begin = Callable[[Arena, str], Tournament]
"""Stores the tournament of a text in TOML, or finds the one of its name; raises SpecError."""

# How long the validation game of an upload may take to end once nobody waits for it, in seconds.
LEAVE_SECONDS: Final = 5.0
CHUNK: Final = 256 * 1024
# What may be asked for by those who organise, and by those who have bots.
OF_ORGANISERS: Final = ("tokens", "deeds")
OF_AUTHORS: Final = ("faults",)


class ArenaService:
    """Answers calls; the generated code finds its methods by their names."""

    def __init__(
        self,
        desk: Desk,
        player: Player,
        lobby: Lobby,
        reports: Reports,
        begin: Begin,
        *,
        trusted: bool,
    ) -> None:
        self.desk = desk
        self.gate = Gate(desk)
        self._player = player
        self._lobby = lobby
        self._reports = reports
        self._begin = begin
        self._trusted = trusted
        self._pages = Pages()
        # Validation games one by one: many at once would cost each other time.
        self._validating = asyncio.Lock()

    @door(Role.SPECTATOR)
    async def GetCaller(self, _request: Any, call: Call) -> pb.GetCallerResponse:
        """Who the caller is."""
        return pb.GetCallerResponse(
            name=call.caller.name,
            role=ROLES[call.caller.role],
            arena_version=metadata.version("tablic-arena"),
        )

    @door(Role.SPECTATOR)
    async def List(self, request: pb.ListRequest, call: Call) -> pb.ListResponse:
        """Tables."""
        what = request.WhichOneof("what")
        if what is None:
            raise RequestError("the request does not say what to list")
        chosen = getattr(request, what)
        filters = {field.name: value for field, value in chosen.ListFields()}
        if names_file(str(filters.get("rules", ""))):
            raise SpecError("a rule set is not named by a file here; name one that was played")
        filters |= _narrowed(what, call)
        if what == "bots":
            filters["connected"] = self._lobby.connected
        question = what.encode() + chosen.SerializeToString(deterministic=True)
        first = self._pages.first(question, request.page_token)
        size = min(request.page_size, MOST_ROWS) if request.page_size > 0 else MOST_ROWS

        def page(arena: Arena) -> pb.ListResponse:
            listing = LISTINGS[what](arena, **filters)
            rows = list(listing.tables[0].read(first, size + 1).rows)
            others = [] if first else [table.read() for table in listing.tables[1:]]
            shown = listing.tables[0]._replace(rows=rows[:size])
            response = listing_message(listing._replace(tables=[shown, *others]))
            if rows[size:]:
                response.next_page_token = self._pages.token(question, first + size)
            return response

        return await self.desk.ask(page)

    @door(Role.SPECTATOR)
    async def GetGame(self, request: pb.GetGameRequest, _call: Call) -> pb.GetGameResponse:
        """The record of a game."""

        def game(arena: Arena) -> pb.GetGameResponse:
            row = arena.games.get(request.game)
            chosen = arena.tournaments.get(row.tournament).spec.chosen_secret
            return pb.GetGameResponse(
                record=row.record.text(), tournament=row.tournament, chosen_decks=chosen
            )

        return await self.desk.ask(game)

    @door(Role.AUTHOR)
    async def GetFault(self, request: pb.GetFaultRequest, call: Call) -> pb.GetFaultResponse:
        """A fault of a bot of the caller's."""

        def fault(arena: Arena) -> pb.GetFaultResponse:
            row = arena.faults.get(request.fault)
            arena.bots.check_owner(row.bot, call.owner)
            text = arena.faults.bundle_text(row.id)
            return pb.GetFaultResponse(heading=fault_heading(row), bundle=text)

        return await self.desk.ask(fault)

    @door(Role.SPECTATOR)
    async def GetReport(self, request: pb.GetReportRequest, call: Call) -> None:
        """The page of a tournament, for organisers with what happened in the faults of all bots."""
        faults = call.caller.role is Role.ORGANISER
        data = await self._reports.page(request.tournament, faults=faults, linked=False)
        for start in range(0, len(data), CHUNK):
            await call.context.write(pb.GetReportResponse(chunk=data[start : start + CHUNK]))

    @door(Role.AUTHOR, noted=True)
    async def Submit(self, requests: AsyncIterator[pb.SubmitRequest], call: Call) -> None:
        """Receive a bot, validate it, and say what happens."""
        self.gate.count_upload(call.caller)
        async with received(requests) as upload:
            call.is_about(upload.header.name or upload.path.stem)
            step = pb.ArchiveReceived(files=upload.files)
            await call.context.write(pb.SubmitResponse(received=step))
            async with self._validating:
                async for response in self._submitted(upload, call):
                    await call.context.write(response)

    async def _submitted(self, upload: Upload, call: Call) -> AsyncIterator[pb.SubmitResponse]:
        job = await Job.start(
            kind="submit",
            db=str(self.desk.path),
            folder=str(upload.folder),
            path=str(upload.path),
            name=upload.header.name or None,
            stdio=upload.header.stdio,
            owner=call.owner or call.caller.name,
            trusted=self._trusted,
        )
        try:
            async for event in job.events():
                if event.get("step") == "building":
                    yield pb.SubmitResponse(building=pb.BuildStarted())
                    continue
                if event.get("step") == "validating":
                    yield pb.SubmitResponse(validating=pb.ValidationStarted())
                    continue
                facts = {name: value for name, value in event.items() if name != "ended"}
                yield pb.SubmitResponse(accepted=pb.SubmitAccepted(**facts))
        finally:
            await job.close(LEAVE_SECONDS)

    @door(Role.AUTHOR, noted=True)
    async def RetireBot(self, request: pb.RetireBotRequest, call: Call) -> pb.RetireBotResponse:
        """Take a bot out of play."""
        call.is_about(request.bot)

        def retire(arena: Arena) -> bool:
            arena.bots.check_owner(request.bot, call.owner)
            return arena.bots.retire(request.bot)

        return pb.RetireBotResponse(was_in_play=await self.desk.ask(retire))

    @door(Role.ORGANISER, noted=True)
    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, call: Call
    ) -> pb.CreateTournamentResponse:
        """Store a tournament."""
        made = await self.desk.ask(lambda arena: self._begin(arena, request.spec_toml))
        call.is_about(made.id)
        return pb.CreateTournamentResponse(
            tournament=made.id, commitment=made.stages[-1].commitment, boards=made.total_boards
        )

    @door(Role.ORGANISER, noted=True)
    async def StartTournament(
        self, request: pb.StartTournamentRequest, call: Call
    ) -> pb.StartTournamentResponse:
        """Have a tournament played."""
        call.is_about(request.tournament)
        return pb.StartTournamentResponse(waits_for=await self._player.start(request.tournament))

    @door(Role.ORGANISER, noted=True)
    async def StopTournament(
        self, request: pb.StopTournamentRequest, call: Call
    ) -> pb.StopTournamentResponse:
        """Stop a tournament."""
        call.is_about(request.tournament)
        await self._player.stop(request.tournament)
        stored = await self.desk.ask(lambda arena: arena.tournaments.get(request.tournament))
        return pb.StopTournamentResponse(boards_played=stored.boards_played)

    @door(Role.SPECTATOR)
    async def WatchTournament(self, request: pb.WatchTournamentRequest, call: Call) -> None:
        """Tell boards as they are stored."""
        await watched(call.context, request, self._news, self._player.changes)

    async def _news(self, tournament: int, after: int, most: int) -> News:
        def news(arena: Arena) -> News:
            started = tournament in arena.agenda.all()
            stored = arena.tournaments.get(tournament)
            boards = list(islice(arena.boards.all(tournament, after), most))
            return News(stored, started, boards, self._player.problems.get(tournament, ""))

        return await self.desk.ask(news)

    @door(Role.ORGANISER, noted=True)
    async def CreateToken(
        self, request: pb.CreateTokenRequest, call: Call
    ) -> pb.CreateTokenResponse:
        """Make a token."""
        call.is_about(request.name)
        role = role_of(request.role)
        token, text = await self.desk.ask(lambda arena: arena.tokens.create(request.name, role))
        return pb.CreateTokenResponse(token=text, id=token.id)

    @door(Role.ORGANISER, noted=True)
    async def RevokeToken(
        self, request: pb.RevokeTokenRequest, call: Call
    ) -> pb.RevokeTokenResponse:
        """Make a token useless."""
        call.is_about(request.id)
        token = await self.desk.ask(lambda arena: arena.tokens.revoke(request.id))
        self._lobby.revoke(request.id)
        return pb.RevokeTokenResponse(name=token.name)


def _narrowed(what: str, call: Call) -> dict[str, object]:
    """The filters that the role of the caller adds to a listing; raises RoleError."""
    role = call.caller.role
    least = Role.ORGANISER if what in OF_ORGANISERS else Role.AUTHOR
    if what in (*OF_ORGANISERS, *OF_AUTHORS) and not role.allows(least):
        raise RoleError(f"{what} are for the role {least}, and {call.caller.name} is {role} here")
    return {"owner": call.owner} if what == "faults" else {}
