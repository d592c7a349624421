"""A tournament as one page of HTML that needs nothing else: no script, no other file."""

from tablic_tournaments.reports.html.page import Fault, PlayedBoard, Tournament, report_html

__all__ = ["Fault", "PlayedBoard", "Tournament", "report_html"]
